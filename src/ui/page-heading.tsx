import { createContext, useContext, useEffect, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import classes from "./page-heading.module.css";
import { useShown } from "./when-idle.ts";

const PRODUCT = "Field Agents";

/** Whether the first page of this visit was left: there the focus stays before the skip link. */
let leftAPage = false;

/** Where the layout shows the heading of its page; null until that element exists. */
export const HeadingPlace = createContext<{ element: HTMLElement | null } | null>(null);

/** The page's only `h1`, its subtitle and title. It gets the focus after a navigation. */
export function PageHeading(props: { title: string; subtitle?: string }) {
  const place = useContext(HeadingPlace);
  if (place === null) return <Heading {...props} inHeader={false} />;
  if (place.element === null) return null;
  return createPortal(<Heading {...props} inHeader />, place.element);
}

function Heading(props: { title: string; subtitle?: string; inHeader: boolean }) {
  const { title, subtitle, inHeader } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useShown();
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
  // A layout effect, so that the focus moves together with the page: after painting, a person might
  // already be typing in a field.
  useLayoutEffect(() => {
    if (leftAPage) heading.current?.focus({ preventScroll: true });
    return () => {
      leftAPage = true;
    };
  }, []);
  return (
    <div className={classes.heading} data-in-header={inHeader || undefined}>
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h1>
      {subtitle !== undefined && <p className={classes.subtitle}>{subtitle}</p>}
    </div>
  );
}

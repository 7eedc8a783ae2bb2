import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { createPortal } from "react-dom";
import classes from "./page-heading.module.css";
import { useShown } from "./when-idle.ts";

const PRODUCT = "Field Agents";

/** The first page of a visit keeps the browser's own starting point, before the skip link. */
let leftAPage = false;

/** Where a shell wants the heading of its page: null until that place is there. */
const HeadingPlace = createContext<{ element: HTMLElement | null } | null>(null);

/** Has the headings of the pages below shown in `element`, a place in the shell's header. */
export function HeadingPlaceProvider(props: { element: HTMLElement | null; children: ReactNode }) {
  return (
    <HeadingPlace.Provider value={{ element: props.element }}>
      {props.children}
    </HeadingPlace.Provider>
  );
}

/**
 * The page's one `h1`, its subtitle and the document's title. Every page renders exactly one. Who
 * comes from another page is taken to it, so that a screen reader starts at the top of the new one.
 */
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
  // At once with the page, not after it was painted: who types by then keeps the focus they took.
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

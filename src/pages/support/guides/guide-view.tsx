import { Text } from "@mantine/core";
import { ArrowLeft } from "lucide-react";
import { useLayoutEffect } from "react";
import { Link, useNavigationType } from "react-router-dom";
import { PageHeading } from "#ui/page-heading.tsx";
import classes from "./guide-view.module.css";
import type { Guide } from "./guides.ts";

/** A guide as a page of its own, with the way back to the support page. */
export function GuideView({ guide }: { guide: Guide }) {
  const how = useNavigationType();
  // The path is the support page's, so that the router keeps the scroll position.
  useLayoutEffect(() => {
    if (how !== "POP") window.scrollTo(0, 0);
  }, [how]);
  return (
    <article className={classes.guide}>
      <div className={classes.top}>
        <Link to="/support" className={classes.back}>
          <ArrowLeft size={18} aria-hidden />
          All guides
        </Link>
        <PageHeading title={guide.title} />
        <Text c="dimmed">{guide.audience}</Text>
      </div>
      {guide.sections.map(({ title, steps, note, picture }) => (
        <section key={title} className={classes.section}>
          <div className={classes.words}>
            <h2>{title}</h2>
            <ol className={classes.steps}>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            {note !== undefined && <p className={classes.note}>{note}</p>}
          </div>
          {picture !== undefined && (
            <img
              className={classes.picture}
              data-wide={picture.width > picture.height || undefined}
              src={picture.source}
              width={picture.width}
              height={picture.height}
              alt={picture.alt}
              loading="lazy"
              decoding="async"
            />
          )}
        </section>
      ))}
    </article>
  );
}

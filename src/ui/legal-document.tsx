import type { ReactNode } from "react";
import classes from "./legal-document.module.css";
import { PageHeading } from "./page-heading.tsx";

export interface LegalSection {
  /** The anchor of the section; unique in the document. */
  id: string;
  title: string;
  body: ReactNode;
}

/** A long text in numbered sections, with a table of contents beside it if there is space. */
export function LegalDocument(props: {
  title: string;
  updated?: string;
  intro: ReactNode;
  sections: readonly LegalSection[];
}) {
  const { title, updated, intro, sections } = props;
  return (
    <div className={classes.place}>
      <div className={classes.document}>
        <div className={classes.top}>
          <PageHeading title={title} />
          {updated !== undefined && <p className={classes.updated}>Last updated: {updated}</p>}
          <p className={classes.intro}>{intro}</p>
        </div>
        <nav aria-label="Contents" className={classes.contents}>
          <ol>
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={classes.sections}>
          {sections.map((section, index) => (
            <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
              <p className={classes.number} aria-hidden>
                {index + 1}
              </p>
              <h2 id={`${section.id}-title`}>{section.title}</h2>
              {section.body}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

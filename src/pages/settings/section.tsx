import type { ReactNode } from "react";
import classes from "./settings-page.module.css";

/** One group of settings under its heading. `id` is its anchor in the page address. */
export function Section(props: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={props.id} className={classes.card} aria-labelledby={`${props.id}-title`}>
      <h2 id={`${props.id}-title`} className={classes.title}>
        {props.title}
      </h2>
      {props.children}
    </section>
  );
}

import type { ReactNode } from "react";
import classes from "./settings-page.module.css";

/** One group of settings, under its heading. `id` is its address on the page. */
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

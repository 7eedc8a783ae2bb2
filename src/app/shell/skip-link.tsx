import classes from "./skip-link.module.css";

/** Takes people who use a keyboard past the header. Visible while it has the focus. */
export function SkipLink() {
  return (
    <a href="#main" className={classes.skip}>
      Skip to content
    </a>
  );
}

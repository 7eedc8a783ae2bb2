import classes from "./brand.module.css";

/** The product's logo and name, with its tagline if there is space. */
export function Brand(props: { tagline?: boolean }) {
  return (
    <div className={classes.brand}>
      <img src="/icons/icon.svg" alt="" width={40} height={40} className={classes.mark} />
      <div>
        <p className={classes.name}>Field Agents</p>
        {props.tagline && (
          <p className={classes.tagline}>Free Your Mind / Let Your Agents Do the Rest</p>
        )}
      </div>
    </div>
  );
}

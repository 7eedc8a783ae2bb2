import classes from "./mock-screens.module.css";

/** The Snap Agent with the answer to a photo. */
export function MockSnap() {
  return (
    <div className={classes.snap}>
      <svg className={classes.photo} viewBox="0 0 272 190" aria-hidden>
        <rect width="272" height="190" rx="14" fill="#1c2a2e" />
        <g fill="none" stroke="#5d7378" strokeWidth="3">
          <rect x="48" y="36" width="176" height="122" rx="8" />
          <circle cx="108" cy="97" r="42" />
          <path d="M108 55v84M66 97h84M78 67l60 60M138 67l-60 60" strokeWidth="2" />
          <path d="M172 64h36M172 76h36" />
        </g>
        <rect x="178" y="96" width="26" height="46" rx="6" fill="#8fa3a6" />
        <path d="M178 102q13-16 26 0z" fill="#c3d0d1" />
        <path
          d="M168 98v-16h12M202 82h12v16M214 140v12h-12M180 152h-12v-12"
          fill="none"
          stroke="#3dd488"
          strokeWidth="4"
        />
      </svg>
      <p className={classes.heading}>AI Analysis</p>
      <p className={classes.body}>
        The top of the run capacitor is bulging. That fits a fan that hums and does not start.
      </p>
      <p className={classes.label}>Next</p>
      <p className={classes.body}>
        Isolate, discharge, then measure it against the rating on its label before you replace it.
      </p>
    </div>
  );
}

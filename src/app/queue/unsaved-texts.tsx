import { Link } from "react-router-dom";
import type { UnsavedTexts as Texts } from "#mirror/person/outbox/unsent.ts";
import classes from "./queue-dialog.module.css";

/** Links to the pages where edited but unsaved texts can be saved. */
export function UnsavedTexts(props: { texts: Texts; onFollow: () => void }) {
  const { requests, prompts } = props.texts;
  return (
    <>
      {requests > 0 && (
        <p className={classes.text}>
          {requests === 1 ? "1 request has" : `${requests} requests have`} changes that are not
          saved:{" "}
          <Link to="/contact-submissions" onClick={props.onFollow}>
            Contact Form Submissions
          </Link>
        </p>
      )}
      {prompts > 0 && (
        <p className={classes.text}>
          {prompts === 1 ? "1 prompt has" : `${prompts} prompts have`} changes that are not saved:{" "}
          <Link to="/admin" onClick={props.onFollow}>
            AI Settings
          </Link>
        </p>
      )}
    </>
  );
}

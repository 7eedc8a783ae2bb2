import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readRatingOnServer } from "#mirror/person/ratings.ts";
import { formatDay, formatMoment } from "#ui/format.ts";
import classes from "./office-reply.module.css";

/** What the office did about an answer: its reply, or when it looked at it; nothing before that. */
export function OfficeReply({ messageId }: { messageId: string }) {
  const db = useMirror();
  const { stored } = useLive(() => readRatingOnServer(db, messageId), [db, messageId]) ?? {};
  const { reply, replier, replied_at, done_at } = stored ?? {};
  if (reply && replied_at) {
    const by = replier ? `${replier} · ` : "";
    return (
      <div className={classes.reply}>
        <p className={classes.title}>Answer from the office</p>
        <p className={classes.text}>{reply}</p>
        <p className={classes.note}>
          {by}
          <time dateTime={replied_at}>{formatMoment(Date.parse(replied_at))}</time>
        </p>
      </div>
    );
  }
  if (!done_at) return null;
  return (
    <p className={classes.note}>
      Looked at by the office on <time dateTime={done_at}>{formatDay(Date.parse(done_at))}</time>
    </p>
  );
}

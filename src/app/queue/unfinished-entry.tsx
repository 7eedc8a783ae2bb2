import { UnfinishedActions } from "#features/unfinished/unfinished-actions.tsx";
import type { Recording } from "#mirror/person/recordings/recording-rows.ts";
import { ageWords, byteSizeWords, momentWords } from "#ui/format.ts";
import { unfinishedWords } from "#ui/item-words.ts";
import classes from "./queue-entry.module.css";

/** One unfinished recording, with the actions that the person can choose. */
export function UnfinishedEntry(props: {
  recording: Recording;
  now: number;
  leaveFocus: () => void;
}) {
  const { recording, now, leaveFocus } = props;
  const { startedAt, size } = recording;
  return (
    <li className={classes.entry}>
      <div className={classes.top}>
        <h3 className={classes.title}>{unfinishedWords(recording)}</h3>
        <span className={classes.status} data-state="unfinished">
          Not sent
        </span>
      </div>
      <p className={classes.facts}>
        <time dateTime={new Date(startedAt).toISOString()} title={momentWords(startedAt)}>
          {ageWords(startedAt, now)}
        </time>
        {" · "}
        {byteSizeWords(size)}
      </p>
      <UnfinishedActions recording={recording} send="Send" leaveFocus={leaveFocus} />
    </li>
  );
}

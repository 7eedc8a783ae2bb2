import { agentOfPayload, type QueueItem } from "@contracts/queue-item.ts";
import { contentWords, reasonWords, standingWords } from "../../ui/item-words.ts";
import classes from "./entry.module.css";
import { EntryHead } from "./entry-head.tsx";
import { EntryPhoto } from "./entry-photo.tsx";

/** What was made on this device and is still on its way, newest first. */
export function WaitingList(props: { items: readonly QueueItem[] }) {
  return (
    <ul aria-label="Not sent yet" className={classes.list}>
      {props.items.toReversed().map((item) => (
        <WaitingEntry key={item.id} item={item} />
      ))}
    </ul>
  );
}

function WaitingEntry({ item }: { item: QueueItem }) {
  const reason = reasonWords(item);
  return (
    <li className={classes.entry} data-waiting>
      <EntryHead agent={agentOfPayload(item.payload)} time={item.capturedAt} />
      {item.payload.kind === "photo" && (
        <div className={classes.photo}>
          <EntryPhoto id={item.id} />
          {item.payload.note !== null && <p className={classes.inputText}>{item.payload.note}</p>}
        </div>
      )}
      <p className={classes.standing} data-state={item.state}>
        {standingWords(item)}
      </p>
      <p className={classes.note}>
        {contentWords(item.payload)}
        {reason !== null && `. ${reason}`}
      </p>
    </li>
  );
}

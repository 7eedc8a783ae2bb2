import { Button } from "@mantine/core";
import { Download, RotateCw, Trash2 } from "lucide-react";
import { useMirror } from "#mirror/mirror-context.tsx";
import { discardItem, retryItem } from "#mirror/person/outbox/outbox.ts";
import { mayHaveArrived, type WaitingItem } from "#mirror/person/outbox/read-item.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { usePhoto } from "#mirror/person/recordings/use-local-copy.ts";
import { endSession } from "#session/session.ts";
import { useSync } from "#sync/sync-context.tsx";
import { AskTwice } from "#ui/ask-twice.tsx";
import { contentTitle, describeStatus } from "#ui/describe-item.ts";
import { describeReason } from "#ui/describe-reason.ts";
import { formatAge, formatByteSize, formatMoment } from "#ui/format.ts";
import { itemFileName } from "#ui/item-file-name.ts";
import { ListenButton } from "#ui/listen-button.tsx";
import { PhotoFrame } from "#ui/photo-frame.tsx";
import { saveFile } from "#ui/save-file.ts";
import { describeVerdict } from "./describe-verdict.ts";
import { itemFile, itemFileType } from "./item-file.ts";
import classes from "./queue-entry.module.css";

/** One waiting item: its type, its state, the reason for that state, and its actions. */
export function QueueEntry(props: { item: WaitingItem; now: number; leaveFocus: () => void }) {
  const { item, now } = props;
  const db = useMirror();
  const sync = useSync();
  const reason = describeReason(item);

  async function retry(): Promise<void> {
    await retryItem(db, item.id);
    sync?.retry();
  }

  function discard(): void {
    props.leaveFocus();
    void discardItem(db, item.id);
  }

  return (
    <li className={classes.entry}>
      <div className={classes.top}>
        <h3 className={classes.title}>{contentTitle(item.payload)}</h3>
        <span className={classes.status} data-state={item.state}>
          {describeStatus(item)}
        </span>
      </div>
      <p className={classes.facts}>
        <time
          dateTime={new Date(item.capturedAt).toISOString()}
          title={formatMoment(item.capturedAt)}
        >
          {formatAge(item.capturedAt, now)}
        </time>
        {" · "}
        {formatByteSize(item.size)}
      </p>
      {item.payload.kind === "question" && item.payload.text !== null && (
        <p className={classes.text}>{item.payload.text}</p>
      )}
      {item.payload.kind === "feedback" && (
        <>
          <p className={classes.text}>{describeVerdict(item.payload.verdict)}</p>
          <p className={classes.text}>{item.payload.question}</p>
          {item.payload.reason !== null && <p className={classes.text}>{item.payload.reason}</p>}
        </>
      )}
      {item.payload.kind === "photo" && <QueuedPhoto id={item.id} note={item.payload.note} />}
      {reason !== null && <p className={classes.reason}>{reason}</p>}
      {item.state === "needs-sign-in" && <Button onClick={() => void endSession()}>Sign in</Button>}
      <div className={classes.actions}>
        {isSpoken(item.payload) && <ListenButton load={() => itemFile(db, item)} />}
        <Button
          variant="default"
          leftSection={<RotateCw size={18} aria-hidden />}
          disabled={item.state === "sending"}
          onClick={() => void retry()}
        >
          Retry
        </Button>
        <Button
          variant="default"
          leftSection={<Download size={18} aria-hidden />}
          onClick={() => void exportItem(db, item)}
        >
          Export
        </Button>
        <AskTwice
          label="Discard"
          icon={<Trash2 size={18} aria-hidden />}
          question={discardQuestion(item)}
          onConfirm={discard}
        />
      </div>
    </li>
  );
}

function QueuedPhoto(props: { id: string; note: string | null }) {
  const photo = usePhoto(props.id);
  return (
    <>
      <PhotoFrame
        bytes={photo === null ? null : photo?.bytes}
        alt="The photo that waits"
        fit="thumbnail"
      />
      {props.note !== null && <p className={classes.text}>{props.note}</p>}
    </>
  );
}

function isSpoken(payload: WaitingItem["payload"]): boolean {
  return payload.kind === "voice" || (payload.kind === "question" && payload.spoken !== null);
}

/** Saves the content of a waiting item as a file, in the browser's downloads. */
async function exportItem(db: PersonDatabase, item: WaitingItem): Promise<void> {
  const name = itemFileName(item.payload.kind, item.capturedAt, itemFileType(item));
  saveFile(await itemFile(db, item), name);
}

/** Asks before a waiting item is discarded, with whether the server may have it. */
export function discardQuestion(item: WaitingItem): string {
  const sent = mayHaveArrived(item) ? "It may already have been sent." : "It was not sent.";
  return `Discard this? ${sent} This cannot be undone.`;
}

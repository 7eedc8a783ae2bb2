import { Button, Group, Text } from "@mantine/core";
import { Download, RotateCw, Trash2 } from "lucide-react";
import { useMirror } from "#mirror/mirror-context.tsx";
import { discardItem, retryItem } from "#mirror/person/outbox/outbox.ts";
import { mayHaveArrived, type WaitingItem } from "#mirror/person/outbox/read-item.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { usePhoto } from "#mirror/person/recordings/use-local-copy.ts";
import { endSession } from "#session/session.ts";
import { useSync } from "#sync/sync-context.tsx";
import { AskTwice } from "#ui/ask-twice.tsx";
import { contentTitle, describeReason, describeStatus } from "#ui/describe-item.ts";
import { formatAge, formatByteSize, formatMoment } from "#ui/format.ts";
import { itemFileName } from "#ui/item-file-name.ts";
import { ListenButton } from "#ui/listen-button.tsx";
import { PhotoFrame } from "#ui/photo-frame.tsx";
import { PlainButton } from "#ui/plain-button.tsx";
import { saveFile } from "#ui/save-file.ts";
import { describeVerdict, itemFile, itemFileType } from "./item-file.ts";
import classes from "./queue-dialog.module.css";

/** One waiting item: its type, its state, the reason for that state, and its actions. */
export function QueueEntry(props: { item: WaitingItem; now: number; leaveFocus: () => void }) {
  const { item, now } = props;
  const db = useMirror();
  const sync = useSync();
  const reason = describeReason(item);
  const { payload } = item;
  const isSpoken =
    payload.kind === "voice" || (payload.kind === "question" && payload.spoken !== null);

  async function retry(): Promise<void> {
    await retryItem(db, item.id);
    sync?.retry();
  }

  function discard(): void {
    props.leaveFocus();
    void discardItem(db, item.id);
  }

  const isForOffice = payload.kind === "feedback" && payload.verdict === "asked";
  return (
    <li className={classes.entry}>
      <EntryHead
        title={isForOffice ? "Question to the office" : contentTitle(payload)}
        state={item.state}
        status={describeStatus(item)}
        {...{ at: item.capturedAt, size: item.size, now }}
      />
      {payload.kind === "question" && payload.text !== null && (
        <p className={classes.content}>{payload.text}</p>
      )}
      {payload.kind === "feedback" && (
        <>
          <p className={classes.content}>{describeVerdict(payload.verdict)}</p>
          <p className={classes.content}>{payload.question}</p>
          {payload.reason !== null && <p className={classes.content}>{payload.reason}</p>}
        </>
      )}
      {payload.kind === "photo" && <QueuedPhoto id={item.id} note={payload.note} />}
      {reason !== null && (
        <Text inherit fz="sm">
          {reason}
        </Text>
      )}
      {item.state === "needs-sign-in" && <Button onClick={() => void endSession()}>Sign in</Button>}
      <div className={classes.actions}>
        {isSpoken && <ListenButton load={() => itemFile(db, item)} />}
        <PlainButton
          icon={RotateCw}
          disabled={item.state === "sending"}
          onClick={() => void retry()}
        >
          Retry
        </PlainButton>
        <PlainButton icon={Download} onClick={() => void exportItem(db, item)}>
          Export
        </PlainButton>
        <AskTwice
          label="Discard"
          icon={Trash2}
          question={discardQuestion(item)}
          onConfirm={discard}
        />
      </div>
    </li>
  );
}

/** What an entry of the queue is, its state, its age (`at` and `now` are epoch ms) and its size. */
export function EntryHead(props: {
  title: string;
  state: WaitingItem["state"] | "unfinished";
  status: string;
  at: number;
  now: number;
  size: number;
}) {
  const { at } = props;
  return (
    <>
      <Group gap="0.25rem 1rem" justify="space-between" align="baseline">
        <h3 className={classes.title}>{props.title}</h3>
        <span className={classes.status} data-state={props.state}>
          {props.status}
        </span>
      </Group>
      <Text inherit c="dimmed" fz="sm">
        <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
          {formatAge(at, props.now)}
        </time>
        {" · "}
        {formatByteSize(props.size)}
      </Text>
    </>
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
      {props.note !== null && <p className={classes.content}>{props.note}</p>}
    </>
  );
}

/** Saves the content of a waiting item as a file, in the browser's downloads. */
async function exportItem(db: PersonDatabase, item: WaitingItem): Promise<void> {
  const name = itemFileName(item.payload.kind, item.capturedAt, itemFileType(item));
  saveFile(await itemFile(db, item), name);
}

/** Asks before a waiting item is discarded, with whether the server may have it. */
function discardQuestion(item: WaitingItem): string {
  const sent = mayHaveArrived(item) ? "It may already have been sent." : "It was not sent.";
  return `Discard this? ${sent} This cannot be undone.`;
}

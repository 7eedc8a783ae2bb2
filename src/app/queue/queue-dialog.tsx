import { Button, Modal, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Check, Mic } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { Persistence } from "#features/offline-use/persistence.tsx";
import { UnfinishedActions } from "#features/unfinished/unfinished-actions.tsx";
import { useUnsent } from "#mirror/person/outbox/read-unsent.ts";
import {
  isEverythingSent,
  sumUnsent,
  type UnsavedTexts as Texts,
} from "#mirror/person/outbox/unsent.ts";
import { useConnection, useSync } from "#sync/sync-context.tsx";
import { unfinishedTitle } from "#ui/describe-item.ts";
import { useNow } from "#ui/use-now.ts";
import { useOpened } from "#ui/use-opened.ts";
import { OwnFormerWork } from "../former-work/former-work-notice.tsx";
import classes from "./queue-dialog.module.css";
import { EntryHead, QueueEntry } from "./queue-entry.tsx";

/** How many entries are shown at once. A long queue is shown in parts, so that it opens quickly. */
const PART = 30;

const AGE_TICK_MS = 15_000;

/** Lists all work that is not on the server: waiting, unfinished, or being recorded. */
export function QueueDialog(props: { opened: boolean; onClose: () => void }) {
  const narrow = useMediaQuery("(max-width: 47.99em)", undefined, {
    getInitialValueInEffect: false,
  });
  const opened = useOpened(props.opened);
  const panel = useRef<HTMLDivElement>(null);
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title="Waiting to send"
      size="lg"
      fullScreen={narrow}
    >
      <div ref={panel} tabIndex={-1} className={classes.panel}>
        <OwnFormerWork />
        <Queue leaveFocus={() => panel.current?.focus()} onClose={props.onClose} />
      </div>
    </Modal>
  );
}

function Queue(props: { leaveFocus: () => void; onClose: () => void }) {
  const sync = useSync();
  const offline = useConnection() === "down";
  const unsent = useUnsent();
  const now = useNow(AGE_TICK_MS);
  const [shown, setShown] = useState(PART);
  if (unsent === undefined) return null;
  const { earlier, ...own } = sumUnsent(unsent);
  if (earlier > 0 && isEverythingSent({ ...own, earlier: 0 })) return null;
  if (isEverythingSent({ ...own, earlier })) {
    return (
      <p className={classes.empty}>
        <Check size={40} aria-hidden className={classes.emptyIcon} />
        Everything you made on this device has arrived.
      </p>
    );
  }
  const { items, unfinished, recording, texts } = unsent;
  return (
    <>
      <Persistence onlyTrouble />
      {recording.length > 0 && (
        <p className={classes.recording}>
          <Mic size={20} aria-hidden className={classes.recordingIcon} />A recording is in progress.
          It is kept on this device as it goes.
        </p>
      )}
      <UnsavedTexts texts={texts} onFollow={props.onClose} />
      {unfinished.length > 0 && (
        <ul className={classes.list} aria-label="Unfinished recordings">
          {unfinished.map((each) => (
            <li key={each.id} className={classes.entry}>
              <EntryHead
                title={unfinishedTitle(each)}
                state="unfinished"
                status="Not sent"
                {...{ at: each.startedAt, size: each.size, now }}
              />
              <UnfinishedActions recording={each} send="Send" leaveFocus={props.leaveFocus} />
            </li>
          ))}
        </ul>
      )}
      {items.length > 0 && (
        <>
          <Text inherit c="dimmed">
            {offline
              ? "You are offline. This stays on this device and is sent when you are back online."
              : "This stays on this device until the server has it."}
          </Text>
          <Button fullWidth disabled={sync === null} onClick={() => sync?.retry()}>
            Send now
          </Button>
          <ul className={classes.list}>
            {items.slice(0, shown).map((item) => (
              <QueueEntry key={item.id} item={item} now={now} leaveFocus={props.leaveFocus} />
            ))}
          </ul>
        </>
      )}
      {items.length > shown && (
        <Button variant="default" fullWidth onClick={() => setShown(shown + PART)}>
          Show more ({items.length - shown})
        </Button>
      )}
    </>
  );
}

/** Links to the pages where edited but unsaved texts can be saved. */
function UnsavedTexts({ texts, onFollow }: { texts: Texts; onFollow: () => void }) {
  const places = [
    [texts.requests, "request", "/contact-submissions", "Contact Form Submissions"],
    [texts.prompts, "prompt", "/admin", "AI Settings"],
    [texts.notes, "note", "/history", "History"],
  ] as const;
  return places.map(
    ([count, noun, to, page]) =>
      count > 0 && (
        <Text key={to} inherit c="dimmed">
          {count === 1 ? `1 ${noun} has` : `${count} ${noun}s have`} changes that are not saved:{" "}
          <Link to={to} onClick={onFollow}>
            {page}
          </Link>
        </Text>
      ),
  );
}

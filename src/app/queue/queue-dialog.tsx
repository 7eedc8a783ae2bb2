import { Button, Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Check } from "lucide-react";
import { useRef, useState } from "react";
import { useLive } from "../../mirror/live.ts";
import { useMirror } from "../../mirror/mirror-context.tsx";
import { waitingItems } from "../../mirror/outbox.ts";
import { unsentOfPredecessors } from "../../mirror/unsent-work.ts";
import { useConnection, useSync } from "../../sync/sync-context.tsx";
import { useNow } from "../../ui/use-now.ts";
import { useOpened } from "../../ui/use-opened.ts";
import { OwnFormerWork } from "../former-work/own-former-work.tsx";
import classes from "./queue-dialog.module.css";
import { QueueEntry } from "./queue-entry.tsx";

/** Entries shown at once; a long queue is shown in parts, so that opening it stays quick. */
const PART = 30;

const AGE_TICK_MS = 15_000;

/** What waits to be sent. */
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
        <Queue leaveFocus={() => panel.current?.focus()} />
      </div>
    </Modal>
  );
}

function Queue(props: { leaveFocus: () => void }) {
  const db = useMirror();
  const sync = useSync();
  const offline = useConnection() === "down";
  const items = useLive(() => waitingItems(db), [db]);
  const earlier = useLive(() => unsentOfPredecessors(db.personId), [db]);
  const now = useNow(AGE_TICK_MS);
  const [shown, setShown] = useState(PART);
  if (items === undefined || earlier === undefined) return null;
  if (items.length === 0 && earlier.length > 0) return null;
  if (items.length === 0) {
    return (
      <p className={classes.empty}>
        <Check size={40} aria-hidden className={classes.emptyIcon} />
        Everything you made on this device has arrived.
      </p>
    );
  }
  return (
    <>
      <p className={classes.promise}>
        {offline
          ? "You are offline. This stays on this device and is sent when you are back online."
          : "This stays on this device until the server has it."}
      </p>
      <Button fullWidth disabled={sync === null} onClick={() => sync?.retry()}>
        Send now
      </Button>
      <ul className={classes.list}>
        {items.slice(0, shown).map((item) => (
          <QueueEntry key={item.id} item={item} now={now} leaveFocus={props.leaveFocus} />
        ))}
      </ul>
      {items.length > shown && (
        <Button variant="default" fullWidth onClick={() => setShown(shown + PART)}>
          Show more ({items.length - shown})
        </Button>
      )}
    </>
  );
}

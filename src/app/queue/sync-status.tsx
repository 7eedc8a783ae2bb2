import { Check, CircleAlert, CloudOff, CloudUpload, Mic } from "lucide-react";
import { useState } from "react";
import {
  isEverythingSent,
  type UnsentCount,
  useUnsentCount,
} from "#mirror/person/outbox/unsent.ts";
import { useConnection } from "#sync/sync-context.tsx";
import { unsentStatus } from "#ui/unsent-status.ts";
import { useLazyModule } from "#ui/use-lazy-module.ts";
import classes from "./sync-status.module.css";

const ICONS = {
  offline: CloudOff,
  sent: Check,
  waiting: CloudUpload,
  unfinished: CircleAlert,
  recording: Mic,
};

/** Shows on every signed-in page how much work is not on the server yet; opens the list of it. */
export function SyncStatus() {
  const unsent = useUnsentCount();
  const offline = useConnection() === "down";
  const [dialog, loadDialog] = useLazyModule(() => import("./queue-dialog.tsx"));
  const [opened, setOpened] = useState(false);
  // Show nothing before the counts have been read.
  if (unsent === undefined) return <span className={classes.unknown} />;
  const tone = offline ? "offline" : chooseTone(unsent);
  const Icon = ICONS[tone];
  const number = unsent.waiting + unsent.earlier + unsent.unfinished + unsent.texts;
  return (
    <>
      <button
        type="button"
        aria-label={unsentStatus(unsent)}
        aria-haspopup="dialog"
        className={classes.status}
        data-tone={tone}
        onClick={() => {
          loadDialog();
          setOpened(true);
        }}
      >
        <Icon size={20} aria-hidden />
        <span className={classes.long}>{unsentStatus(unsent)}</span>
        {number > 0 && <span className={classes.short}>{number}</span>}
      </button>
      {dialog !== null && <dialog.QueueDialog opened={opened} onClose={() => setOpened(false)} />}
    </>
  );
}

/** States that need the person come before waiting items, which are sent automatically. */
function chooseTone(unsent: UnsentCount): keyof typeof ICONS {
  if (isEverythingSent(unsent)) return "sent";
  if (unsent.recording > 0) return "recording";
  return unsent.unfinished + unsent.earlier > 0 ? "unfinished" : "waiting";
}

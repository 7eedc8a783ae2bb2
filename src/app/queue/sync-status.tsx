import { Check, CloudOff, CloudUpload } from "lucide-react";
import { useState } from "react";
import { useLive } from "../../mirror/live.ts";
import { useMirror } from "../../mirror/mirror-context.tsx";
import { countWaiting } from "../../mirror/outbox.ts";
import { countTogether, unsentOfPredecessors } from "../../mirror/unsent-work.ts";
import { useConnection } from "../../sync/sync-context.tsx";
import { useLateModule } from "../../ui/use-late-module.ts";
import { waitCount } from "../../ui/wait-count.ts";
import classes from "./sync-status.module.css";

/** How much waits to be sent, on every signed-in page; opens what it is. */
export function SyncStatus() {
  const db = useMirror();
  const own = useLive(() => countWaiting(db), [db]);
  const earlier = useLive(() => unsentOfPredecessors(db.personId), [db]);
  const offline = useConnection() === "down";
  const [dialog, loadDialog] = useLateModule(() => import("./queue-dialog.tsx"));
  const [opened, setOpened] = useState(false);
  // Nothing is claimed before the queue was read.
  if (own === undefined || earlier === undefined) return <span className={classes.unknown} />;
  const count = own + (countTogether(earlier)?.count ?? 0);
  const Icon = offline ? CloudOff : count > 0 ? CloudUpload : Check;
  return (
    <>
      <button
        type="button"
        aria-label={waitCount(count)}
        aria-haspopup="dialog"
        className={classes.status}
        data-tone={offline ? "offline" : count > 0 ? "waiting" : "sent"}
        onClick={() => {
          loadDialog();
          setOpened(true);
        }}
      >
        <Icon size={20} aria-hidden />
        <span className={classes.long}>{waitCount(count)}</span>
        {count > 0 && <span className={classes.short}>{count}</span>}
      </button>
      {dialog !== null && <dialog.QueueDialog opened={opened} onClose={() => setOpened(false)} />}
    </>
  );
}

import { CircleAlert, CircleCheck, CloudDownload } from "lucide-react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { wasPulled } from "#mirror/person/knowledge/knowledge-files.ts";
import { useStoredApp } from "#platform/stored-app.ts";
import { useShownIdentity } from "#session/pin.ts";
import { useReachable } from "#sync/use-reachable.ts";
import { offlineReadiness } from "./offline-readiness.ts";
import classes from "./offline-use.module.css";

const ICONS = { ready: CircleCheck, preparing: CloudDownload, "not-ready": CircleAlert };

/**
 * Shows whether this device is ready for use without a signal. Its line has its place from the
 * start, so that nothing moves when the text appears.
 */
export function OfflineUse() {
  const db = useMirror();
  const companyId = useShownIdentity()?.companyId ?? null;
  const app = useStoredApp();
  const pulled = useLive(() => wasPulled(db, companyId), [db, companyId]);
  const status = offlineReadiness(app, pulled, useReachable());
  const Icon = status === null ? null : ICONS[status.tone];
  return (
    <div className={classes.line} data-tone={status?.tone}>
      {Icon !== null && <Icon size={20} aria-hidden className={classes.icon} />}
      {/* The percentage is outside this element: otherwise screen readers would announce each
          step. */}
      <p role="status">{status?.text}</p>
      {status?.percent != null && (
        <span aria-hidden className={classes.percent}>
          {status.percent} %
        </span>
      )}
    </div>
  );
}

import { CircleAlert, CircleCheck, CloudDownload } from "lucide-react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { wasPulled } from "#mirror/person/knowledge/knowledge-files.ts";
import { type StoredApp, useStoredApp } from "#platform/stored-app.ts";
import { useShownIdentity } from "#session/pin.ts";
import { useReachable } from "#sync/use-reachable.ts";
import classes from "./offline-use.module.css";

const ICONS = { ready: CircleCheck, preparing: CloudDownload, "not-ready": CircleAlert };

/** Shows whether this device is ready for use without a signal, in a line that is always there. */
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

interface Readiness {
  tone: "ready" | "preparing" | "not-ready";
  /** The message; screen readers announce it only when it changes. */
  text: string;
  /** The progress in percent; null if it is not known. */
  percent: number | null;
}

/**
 * How ready this device is for use without a signal.
 * @param app how much of the app is stored
 * @param pulled whether the data of the person's pages was fetched once
 * @returns null while nothing is known
 */
export function offlineReadiness(
  app: StoredApp,
  pulled: boolean | undefined,
  reachable: boolean,
): Readiness | null {
  if (app.kind === "unknown" || pulled === undefined) return null;
  if (app.kind === "unsupported") {
    return describe("not-ready", "This browser opens the app with a signal only.");
  }
  if (app.kind === "stored" && pulled) return describe("ready", "Ready for use without a signal");
  if (!reachable) return describe("not-ready", "Not yet ready for use without a signal");
  const counted = app.kind === "storing" && app.wanted > 0;
  // At most 99: the last files may still be loading. Only "ready" means 100 %.
  const percent = counted ? Math.min(99, Math.floor((100 * app.stored) / app.wanted)) : null;
  return { tone: "preparing", text: "Getting ready for use without a signal…", percent };
}

function describe(tone: Readiness["tone"], text: string): Readiness {
  return { tone, text, percent: null };
}

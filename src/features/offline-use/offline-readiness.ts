import type { StoredApp } from "#platform/stored-app.ts";

export interface OfflineUse {
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
): OfflineUse | null {
  if (app.kind === "unknown" || pulled === undefined) return null;
  if (app.kind === "unsupported") {
    const text = "This browser opens the app with a signal only.";
    return { tone: "not-ready", text, percent: null };
  }
  if (app.kind === "stored" && pulled) {
    return { tone: "ready", text: "Ready for use without a signal", percent: null };
  }
  if (!reachable) {
    const text = "Not yet ready for use without a signal";
    return { tone: "not-ready", text, percent: null };
  }
  const text = "Getting ready for use without a signal…";
  const counted = app.kind === "storing" && app.wanted > 0;
  // At most 99: the last files may still be loading. Only "ready" means 100 %.
  const percent = counted ? Math.min(99, Math.floor((100 * app.stored) / app.wanted)) : null;
  return { tone: "preparing", text, percent };
}

const DRAIN = "field-agents-drain-";
const RECORDING = "field-agents-recording-";

/** The part of the Web Locks API that lists held locks; a browser's `navigator.locks` fits. */
export interface HeldLocks {
  query(): Promise<{ held?: { name?: string }[] }>;
}

/** Held by the one context (tab or worker) that sends a person's items, while it sends. */
export const drainLockName = (personId: string) => `${DRAIN}${personId}`;

/** Held by the one context that sends visitors' requests, while it sends. */
export const EARLY_ACCESS_LOCK = `${DRAIN}leads`;

/**
 * Held by the one tab that discards the unsent work of a deleted account. Earlier versions of the app
 * hold it while they move such work to another account.
 */
export const formerWorkLockName = (personId: string) => `field-agents-move-${personId}`;

/** Held by the recording tab until the recording is sealed or left. */
export const recordingLockName = (id: string) => `${RECORDING}${id}`;

/** Whether any tab or the worker is sending from this device now. */
export async function isSendingNow(locks: HeldLocks): Promise<boolean> {
  const { held = [] } = await locks.query();
  return held.some(({ name = "" }) => name.startsWith(DRAIN));
}

/**
 * The recordings in progress on this device, in any tab. Reads the locks, not the mirror, where a
 * recording that a killed tab left looks the same.
 * @returns the ids of the recordings of all people
 */
export function recordingsNow(locks: HeldLocks): Promise<ReadonlySet<string>> {
  // Wrapped in a native promise call, as Dexie's live queries require:
  // https://dexie.org/docs/liveQuery()
  return Promise.resolve(locks.query()).then(({ held = [] }) => {
    const names = held.map(({ name = "" }) => name).filter((name) => name.startsWith(RECORDING));
    return new Set(names.map((name) => name.slice(RECORDING.length)));
  });
}

/** Work that must not be interrupted now. */
export type WorkInProgress = "recording" | "sending" | null;

/**
 * The work that is in progress in any tab or in the worker. Reads the locks, not the mirror: the
 * locks of a killed context are released, but its items still look as if they were being sent.
 */
export async function workInProgress(locks: HeldLocks): Promise<WorkInProgress> {
  if ((await recordingsNow(locks)).size > 0) return "recording";
  return (await isSendingNow(locks)) ? "sending" : null;
}

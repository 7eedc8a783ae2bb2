const RECORDING = "field-agents-recording-";

/** The part of the Web Locks API that tells what is going on; a browser's `navigator.locks` fits. */
export interface HeldLocks {
  query(): Promise<{ held?: { name?: string }[] }>;
}

/** Held by the tab that records, for as long as the recording is neither sealed nor left. */
export function recordingLockName(id: string): string {
  return `${RECORDING}${id}`;
}

/**
 * What is recorded on this device now, in whichever tab. Asked of the locks and not of the mirror,
 * where a recording that a killed tab left looks the same.
 * @returns the ids of the recordings, whoever makes them
 */
export function recordingsNow(locks: HeldLocks): Promise<ReadonlySet<string>> {
  // Wrapped, or Dexie's live queries lose track: https://dexie.org/docs/liveQuery()
  return Promise.resolve(locks.query()).then(({ held = [] }) => {
    const names = held.map(({ name = "" }) => name).filter((name) => name.startsWith(RECORDING));
    return new Set(names.map((name) => name.slice(RECORDING.length)));
  });
}

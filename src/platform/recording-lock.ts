const RECORDING = "field-agents-recording-";

/** The part of the Web Locks API that lists held locks; a browser's `navigator.locks` fits. */
export interface HeldLocks {
  query(): Promise<{ held?: { name?: string }[] }>;
}

/** Held by the recording tab until the recording is sealed or left. */
export function recordingLockName(id: string): string {
  return `${RECORDING}${id}`;
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

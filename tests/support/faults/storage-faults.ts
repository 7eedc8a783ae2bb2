const NAMES = [
  "AbortError",
  "DatabaseClosedError",
  "InvalidStateError",
  "OpenFailedError",
  "QuotaExceededError",
  "TransactionInactiveError",
  "UnknownError",
];

/** Whether it is the device that failed, and not the app: its disk is full, or a connection is lost. */
export function isStorageFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (NAMES.includes(error.name)) return true;
  // Dexie's word for several writes at once.
  return "failures" in error && Object.values(Object(error.failures)).every(isStorageFault);
}

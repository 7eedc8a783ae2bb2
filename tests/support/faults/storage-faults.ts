const NAMES = [
  "AbortError",
  "DatabaseClosedError",
  "InvalidStateError",
  "OpenFailedError",
  "QuotaExceededError",
  "TransactionInactiveError",
  "UnknownError",
];

/**
 * Whether the device failed, and not the app: its disk is full, or a database connection was lost.
 */
export function isStorageFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (NAMES.includes(error.name)) return true;
  // Dexie's error for several failed writes at once.
  return "failures" in error && Object.values(Object(error.failures)).every(isStorageFault);
}

/**
 * Whether a write failed because the device is full. The error of an aborted transaction contains
 * that error.
 */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "QuotaExceededError") return true;
  if ("inner" in error && isOutOfSpace(error.inner)) return true;
  // Dexie's error for several writes at once.
  return "failures" in error && Object.values(Object(error.failures)).some(isOutOfSpace);
}

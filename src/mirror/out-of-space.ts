/** Whether a write failed because the device is full; an aborted transaction carries that inside. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "QuotaExceededError") return true;
  return "inner" in error && isOutOfSpace(error.inner);
}

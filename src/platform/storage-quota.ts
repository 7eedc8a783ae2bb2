/** Asks the browser not to clear this app's storage when the device runs low. Asking twice is harmless. */
export async function askToPersist(): Promise<void> {
  if ((await navigator.storage?.persisted?.()) === false) await navigator.storage.persist();
}

/** Bytes this app may still store, by the browser's estimate; null when it does not tell. */
export async function roomLeft(): Promise<number | null> {
  const estimate = await navigator.storage?.estimate?.();
  if (estimate?.quota === undefined) return null;
  return Math.max(0, estimate.quota - (estimate.usage ?? 0));
}

/** Whether a write failed because the device is full; an aborted transaction carries that inside. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "QuotaExceededError") return true;
  if ("inner" in error && isOutOfSpace(error.inner)) return true;
  // Dexie's word for several writes at once.
  return "failures" in error && Object.values(Object(error.failures)).some(isOutOfSpace);
}

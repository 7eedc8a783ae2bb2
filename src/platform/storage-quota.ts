/**
 * Asks the browser not to clear this app's storage when the device runs low. Asking twice is
 * harmless.
 */
export async function askToPersist(): Promise<void> {
  if ((await navigator.storage?.persisted?.()) === false) await navigator.storage.persist();
}

/** Bytes this app may still store, by the browser's estimate; null when it gives none. */
export async function roomLeft(): Promise<number | null> {
  const estimate = await navigator.storage?.estimate?.();
  if (estimate?.quota === undefined) return null;
  return Math.max(0, estimate.quota - (estimate.usage ?? 0));
}

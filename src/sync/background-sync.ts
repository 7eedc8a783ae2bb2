/** The tag of the browser event that asks the worker to drain the queue. */
export const DRAIN_TAG = "drain";

interface SyncManager {
  register(tag: string): Promise<void>;
}

/**
 * Asks the browser to wake the worker when there is a network, even with no tab open. In browsers
 * without Background Sync, only the open app drains.
 */
export async function requestBackgroundDrain(
  registration: ServiceWorkerRegistration & { sync?: SyncManager },
): Promise<void> {
  try {
    await registration.sync?.register(DRAIN_TAG);
  } catch {
    // Refused by the person's settings: only the open app drains.
  }
}

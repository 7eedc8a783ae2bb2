import type { Page } from "playwright";

/** Ways in which IndexedDB has been seen to fail in browsers. */
export type StorageFault =
  /** Forbidden by a policy: opening throws. */
  | "throws"
  /** A damaged profile: opening ends in an error. */
  | "fails"
  /** Blocked by another tab or the browser: opening never ends. */
  | "hangs"
  /** Older private modes: IndexedDB does not exist. */
  | "missing";

/**
 * Breaks IndexedDB from the start in every document that the page opens later.
 * @param only the fault concerns only databases whose names begin with this
 */
export async function breakStorage(page: Page, fault: StorageFault, only = ""): Promise<void> {
  await page.addInitScript(breakIndexedDb, { fault, only });
}

/** Lets every hanging opening continue, and later ones succeed. */
export async function mendStorage(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event("mend-storage")));
}

/** Runs in the page before the app's own code. */
function breakIndexedDb({ fault, only }: { fault: StorageFault; only: string }): void {
  if (fault === "missing") {
    Object.defineProperty(window, "indexedDB", { value: undefined });
    return;
  }
  let broken = true;
  window.addEventListener("mend-storage", () => {
    broken = false;
  });
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (name, version) {
    if (!broken || !name.startsWith(only)) return open.call(this, name, version);
    if (fault === "throws") throw new DOMException("Access is denied.", "SecurityError");
    const request = Object.assign(new EventTarget(), {
      readyState: "pending",
      result: undefined,
      error: null as DOMException | null,
      onerror: null as ((event: Event) => void) | null,
      onsuccess: null as ((event: Event) => void) | null,
      onblocked: null,
      onupgradeneeded: null,
      transaction: null,
      source: null,
    });
    if (fault === "fails") {
      setTimeout(() => {
        request.error = new DOMException("Internal error opening backing store", "UnknownError");
        const event = new Event("error", { cancelable: true });
        request.dispatchEvent(event);
        request.onerror?.call(request, event);
      });
    } else {
      window.addEventListener("mend-storage", () => {
        const real = open.call(this, name, version);
        real.onupgradeneeded = (event) => {
          Object.assign(request, { result: real.result, transaction: real.transaction });
          (request.onupgradeneeded as ((event: Event) => void) | null)?.(event);
        };
        real.onsuccess = (event) => {
          Object.assign(request, { result: real.result });
          request.onsuccess?.(event);
        };
      });
    }
    return request as unknown as IDBOpenDBRequest;
  };
}

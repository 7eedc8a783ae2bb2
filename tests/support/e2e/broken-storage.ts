import type { Page } from "playwright";

/** How IndexedDB fails in a browser that was seen to do so. */
export type StorageFault =
  /** A policy: opening throws. */
  | "throws"
  /** A torn profile: opening ends in an error. */
  | "fails"
  /** Another tab or the browser holds it up: opening never ends. */
  | "hangs"
  /** Older private modes: there is none. */
  | "missing";

/**
 * Breaks IndexedDB in every later document of a page, from the start.
 * @param only what the name of a database must begin with to be concerned
 */
export async function breakStorage(page: Page, fault: StorageFault, only = ""): Promise<void> {
  await page.addInitScript(breakIndexedDb, { fault, only });
}

/** Lets every opening that hangs go on, and later ones through. */
export async function mendStorage(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event("mend-storage")));
}

/** Runs in the page before anything of its own. */
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

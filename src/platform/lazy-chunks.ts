import { tryAgainNow, whenWorthTrying } from "./try-again.ts";

/**
 * As Chromium, Firefox and Safari say that a file is not there, and Vite of a stylesheet. They give the
 * error no code, and what the file itself throws when it runs can be of any class.
 */
const NOT_LOADED =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/** Whether a part of the app's code could not be fetched; false when it is there and failed. */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && NOT_LOADED.test(error.message);
}

/** Stylesheets that could not be fetched so far, by their addresses. */
const failedStyles = new Map<string, HTMLLinkElement>();

/** Begins to note stylesheets that fail: before the first part of the app's code is loaded. */
export function followStyles(): void {
  const noted = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return;
    failedStyles.set(target.href, target);
  };
  // On their way down: these events don't come up.
  document.addEventListener("error", noted, { capture: true });
}

/** The stylesheets that were missing when a part of the code was asked for, by what loads it. */
const lacking = new WeakMap<() => Promise<unknown>, readonly string[]>();

/**
 * Loads a part of the app's code, and its stylesheets where they failed before: Vite asks for each of
 * them once, and would show a page without its look.
 * @param load the dynamic import: the same function for the same part
 */
export async function loadWhole<T>(load: () => Promise<T>): Promise<T> {
  await Promise.all((lacking.get(load) ?? []).map(mendStyle));
  try {
    return await load();
  } catch (error) {
    if (isChunkLoadError(error)) lacking.set(load, [...failedStyles.keys()]);
    throw error;
  }
}

function mendStyle(href: string): Promise<void> {
  const failed = failedStyles.get(href);
  // Somebody else's try has brought it.
  if (failed === undefined) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const next = failed.cloneNode() as HTMLLinkElement;
    next.addEventListener("load", () => {
      failedStyles.delete(href);
      resolve();
    });
    next.addEventListener("error", () => reject(new Error(`Unable to preload CSS for ${href}`)));
    failed.replaceWith(next);
  });
}

/**
 * Loads a part of the app's code. Where it can't be fetched, as without a signal on a device that has
 * not stored the app yet, it is tried again whenever there may be one, until it is there.
 * @param load as of `loadWhole`
 * @param signal nobody waits for it any more
 * @throws what the code itself throws when it is run; and when `signal` is aborted after a failure
 */
export async function loadPatiently<T>(load: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      const code = await loadWhole(load);
      // Others wait for the same signal.
      if (failures > 1) tryAgainNow();
      return code;
    } catch (error) {
      if (!isChunkLoadError(error) || signal?.aborted === true) throw error;
      await whenWorthTrying(failures);
      signal?.throwIfAborted();
    }
  }
}

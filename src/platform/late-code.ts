import { tryAgainNow, whenWorthTrying } from "./try-again.ts";

/** As Chromium, Firefox and Safari say that a file is not there, and Vite of a stylesheet. */
const NOT_LOADED =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/** Whether a part of the app's code could not be fetched; false when it is there and failed. */
export function isNotLoaded(error: unknown): boolean {
  return error instanceof Error && NOT_LOADED.test(error.message);
}

/**
 * Loads a part of the app's code. Where it can't be fetched, as without a signal on a device that has
 * not stored the app yet, it is tried again whenever there may be one, until it is there.
 * @param load the dynamic import
 * @param signal nobody waits for it any more
 * @throws what the code itself throws when it is run; and when `signal` is aborted after a failure
 */
export async function loadPatiently<T>(load: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      if (failures > 1) await mendStyles();
      const code = await load();
      // Others wait for the same signal.
      if (failures > 1) tryAgainNow();
      return code;
    } catch (error) {
      if (!isNotLoaded(error) || signal?.aborted === true) throw error;
      await whenWorthTrying(failures);
      signal?.throwIfAborted();
    }
  }
}

/**
 * Loads the stylesheets that failed so far once more: Vite asks for each of them once, and would
 * show a page without its look.
 */
async function mendStyles(): Promise<void> {
  const links = document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const failed = [...links].filter(({ sheet }) => sheet === null);
  await Promise.all(
    failed.map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          const next = link.cloneNode() as HTMLLinkElement;
          next.addEventListener("load", () => resolve());
          next.addEventListener("error", () => {
            reject(new Error(`Unable to preload CSS for ${next.href}`));
          });
          link.replaceWith(next);
        }),
    ),
  );
}

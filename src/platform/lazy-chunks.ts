import { tryAgainNow, whenWorthTrying } from "./try-again.ts";

/**
 * The error messages of Chromium, Firefox and Safari for a file that could not be fetched, and of
 * Vite for a stylesheet. The errors have no code, and an error that the file itself throws can be
 * of any class.
 */
const NOT_LOADED =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/** Whether a chunk of the app's code could not be fetched; false when it was fetched and failed. */
export const isChunkLoadError = (error: unknown) =>
  error instanceof Error && NOT_LOADED.test(error.message);

/** Stylesheets that could not be fetched so far, by address. */
const failedStyles = new Map<string, HTMLLinkElement>();

/**
 * Starts to note stylesheets that fail. Call it before the first chunk of the app's code is loaded.
 */
export function followStyles(): void {
  const noted = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return;
    failedStyles.set(target.href, target);
  };
  // In the capture phase, because these events do not bubble.
  document.addEventListener("error", noted, { capture: true });
}

/**
 * The stylesheets that were missing when a chunk failed to load, by the function that loads the
 * chunk.
 */
const lacking = new WeakMap<() => Promise<unknown>, readonly string[]>();

/**
 * Loads a chunk of the app's code, and those of its stylesheets that failed before: Vite requests
 * each stylesheet only once, and would show the page without it.
 * @param load the dynamic import; must be the same function for the same chunk
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

/** The stylesheets that are being loaded again, by address. */
const mending = new Map<string, Promise<void>>();

/**
 * Loads a stylesheet again. Chunks that lack the same one wait for the same attempt: an element
 * that another attempt has taken out of the page can't be replaced, and would never load.
 */
function mendStyle(href: string): Promise<void> {
  const failed = failedStyles.get(href);
  // Another attempt has loaded it.
  if (failed === undefined) return Promise.resolve();
  const attempt = mending.get(href) ?? replaceStyle(failed).finally(() => mending.delete(href));
  mending.set(href, attempt);
  return attempt;
}

function replaceStyle(failed: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = failed.cloneNode() as HTMLLinkElement;
    next.addEventListener("load", () => {
      failedStyles.delete(failed.href);
      resolve();
    });
    next.addEventListener("error", () => {
      reject(new Error(`Unable to preload CSS for ${failed.href}`));
    });
    failed.replaceWith(next);
  });
}

/**
 * Loads a chunk of the app's code. If it can't be fetched (for example without a signal, before the
 * device has stored the app), tries again whenever there may be a signal, until it is loaded.
 * @param load see `loadWhole`
 * @param signal aborted when nothing waits for the chunk any more
 * @throws the error of the code itself when it runs; also when `signal` is aborted after a failure
 */
export async function loadPatiently<T>(load: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      const code = await loadWhole(load);
      // Other loads wait for a signal too.
      if (failures > 1) tryAgainNow();
      return code;
    } catch (error) {
      if (!isChunkLoadError(error) || signal?.aborted === true) throw error;
      await whenWorthTrying(failures);
      signal?.throwIfAborted();
    }
  }
}

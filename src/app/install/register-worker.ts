import { Workbox } from "workbox-window";
import { create } from "zustand";
import { workInProgress } from "#outbox/work-in-progress.ts";
import { followStoredApp, NOTHING_STORED, useStoredApp } from "#platform/stored-app.ts";
import { whenWorthTrying } from "#platform/try-again.ts";

const WORKER = "/service-worker.js";
const HOUR_MS = 3_600_000;

/**
 * How this tab's version stands: `waiting` when a newer one is installed and waits to be asked,
 * `replaced` when it was asked in another tab and serves the files of this one too.
 */
export const useAppVersion = create<"current" | "waiting" | "replaced">(() => "current");

let worker: Workbox | null = null;
let updating = false;

/** Installs the service worker and follows its updates. Without one the app works as long as there is a network. */
export async function registerWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) {
    useStoredApp.setState({ kind: "unsupported" }, true);
    return;
  }
  window.addEventListener("vite:preloadError", () => void reloadWhenReplaced());
  let controlled = navigator.serviceWorker.controller !== null;
  if (!controlled) useStoredApp.setState(NOTHING_STORED, true);
  for (let failures = 1; ; failures += 1) {
    // A new one for each try: it follows the one registration that it makes.
    const tried = new Workbox(WORKER);
    worker = tried;
    tried.addEventListener("waiting", () => useAppVersion.setState("waiting"));
    tried.addEventListener("controlling", () => {
      if (updating) location.reload();
      // The first worker to control the tab serves the very version that the tab runs.
      else if (controlled) useAppVersion.setState("replaced");
      controlled = true;
    });
    try {
      const registration = await tried.register();
      if (registration === undefined) return;
      followStoredApp(registration);
      if (await isInstalled(registration)) break;
    } catch (error) {
      if (!(error instanceof TypeError)) {
        // Blocked by the browser's settings: another try would end the same.
        console.warn("The app could not be stored for use without a network:", error);
        useStoredApp.setState({ kind: "unsupported" }, true);
        return;
      }
    }
    // The signal was lost over it: the browser itself tries again only when a page is loaded.
    await whenWorthTrying(failures);
  }
  lookForUpdates(worker);
}

/** Waits for the end of an install. @returns false when it failed and there is no worker */
function isInstalled({ active, waiting, installing }: ServiceWorkerRegistration): Promise<boolean> {
  return new Promise((resolve) => {
    if (active !== null || waiting !== null) return resolve(true);
    installing?.addEventListener("statechange", () => {
      if (installing.state === "redundant") resolve(false);
      else if (installing.state !== "installing") resolve(true);
    });
    if (installing === null) resolve(false);
  });
}

/** Moves this tab to the new version. The caller has made sure that nothing is interrupted. */
export function applyUpdate(): void {
  if (useAppVersion.getState() === "replaced") {
    location.reload();
    return;
  }
  updating = true;
  worker?.messageSkipWaiting();
}

/** Asks for a new version every hour while the tab is looked at, and when it is looked at again. */
function lookForUpdates(from: Workbox): void {
  function look(): void {
    if (document.visibilityState !== "visible") return;
    // Without a network there is nothing to find.
    from.update().catch(() => undefined);
  }
  document.addEventListener("visibilitychange", look);
  setInterval(look, HOUR_MS);
}

/** A page of the replaced version could not be loaded, since only the new one has files to serve. */
async function reloadWhenReplaced(): Promise<void> {
  if (useAppVersion.getState() !== "replaced") return;
  if ((await workInProgress(navigator.locks)) === null) location.reload();
}

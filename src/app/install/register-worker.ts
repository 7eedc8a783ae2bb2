import { Workbox } from "workbox-window";
import { create } from "zustand";
import { workInProgress } from "#platform/lock-names.ts";
import { followStoredApp, NOTHING_STORED, useStoredApp } from "#platform/stored-app.ts";
import { whenWorthTrying } from "#platform/try-again.ts";
import { MAKE_WAY, SKIP_WAITING } from "#platform/worker-messages.ts";
import { followShells } from "../static-shell/follow-shells.ts";

const WORKER = "/service-worker.js";
const HOUR_MS = 3_600_000;

/**
 * The state of this tab's version. `waiting`: a newer version is installed and waits until it is
 * activated. `replaced`: another tab activated it, and it now also serves the files of this tab.
 */
export const useAppVersion = create<"current" | "waiting" | "replaced">(() => "current");

let registered: ServiceWorkerRegistration | null = null;
let updating = false;

/** Installs the service worker and follows its updates. Without one the app needs a network. */
export async function registerWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) {
    useStoredApp.setState({ kind: "unsupported" }, true);
    return;
  }
  followShells();
  window.addEventListener("vite:preloadError", () => void reloadWhenReplaced());
  let controlled = navigator.serviceWorker.controller !== null;
  if (!controlled) useStoredApp.setState(NOTHING_STORED, true);
  let tried: Workbox;
  for (let failures = 1; ; failures += 1) {
    // A new Workbox for each try: one instance follows only the one registration that it makes.
    tried = new Workbox(WORKER);
    tried.addEventListener("waiting", () => useAppVersion.setState("waiting"));
    tried.addEventListener("controlling", () => {
      // The first service worker of this tab serves the same version that the tab runs.
      if (controlled) useAppVersion.setState("replaced");
      controlled = true;
      if (updating) void reloadWhenReplaced();
    });
    try {
      const registration = await tried.register();
      if (registration === undefined) return;
      registered = registration;
      followStoredApp(registration);
      if (await isInstalled(registration)) break;
    } catch (error) {
      if (!(error instanceof TypeError)) {
        // The browser's settings block service workers: another try would fail in the same way.
        console.warn("The app could not be stored for use without a network:", error);
        useStoredApp.setState({ kind: "unsupported" }, true);
        return;
      }
    }
    // The signal was lost during the install. The browser itself tries again only when a page is
    // loaded.
    await whenWorthTrying(failures);
  }
  lookForUpdates(tried);
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

/** Asks the new version to take over; the caller repeats it, because a message can be lost. */
export function askForUpdate(): void {
  const { waiting, installing } = registered ?? {};
  // The new worker is in charge already, or it is gone: what the browser has is loaded.
  if (useAppVersion.getState() === "replaced" || (!waiting && !installing)) {
    location.reload();
    return;
  }
  waiting?.postMessage({ type: SKIP_WAITING });
  // Not at the first time: what the old worker does is mostly done a second later.
  if (updating) {
    const channel = new BroadcastChannel(MAKE_WAY);
    channel.postMessage(null);
    channel.close();
  }
  updating = true;
}

/** From now on this tab is not reloaded when the new version takes over. */
export function stopAskingForUpdate(): void {
  updating = false;
}

/** Checks for a new version when the tab becomes visible, and every hour while it is. */
function lookForUpdates(from: Workbox): void {
  function look(): void {
    if (document.visibilityState !== "visible") return;
    // Offline: the next check will find the update.
    from.update().catch(() => undefined);
  }
  document.addEventListener("visibilitychange", look);
  setInterval(look, HOUR_MS);
}

/** Reloads when the new version has taken over, unless something is in progress. */
async function reloadWhenReplaced(): Promise<void> {
  if (useAppVersion.getState() !== "replaced") return;
  if ((await workInProgress(navigator.locks)) === null) location.reload();
}

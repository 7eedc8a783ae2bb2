import type { Workbox } from "workbox-window";
import { create } from "zustand";
import { workInProgress } from "../sync/work-in-progress.ts";

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
  if (!("serviceWorker" in navigator)) return;
  window.addEventListener("vite:preloadError", () => void reloadWhenReplaced());
  let controlled = navigator.serviceWorker.controller !== null;
  const { Workbox } = await import("workbox-window");
  worker = new Workbox(WORKER);
  worker.addEventListener("waiting", () => useAppVersion.setState("waiting"));
  worker.addEventListener("controlling", () => {
    if (updating) location.reload();
    // The first worker to control the tab serves the very version that the tab runs.
    else if (controlled) useAppVersion.setState("replaced");
    controlled = true;
  });
  try {
    await worker.register();
    lookForUpdates(worker);
  } catch (error) {
    console.error("The app could not be stored for use without a network:", error);
  }
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

import { clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, precacheAndRoute } from "workbox-precaching";
import type { WorkerScope } from "./scope.ts";

declare const self: WorkerScope;

/** Stores the shell when the worker is installed and serves it from there, network or not. */
export function precacheShell(): void {
  precacheAndRoute(self.__WB_MANIFEST);
  cleanupOutdatedCaches();
  // The tab that installs the first worker is served by it at once: its later pages load without a
  // network too. An update is another matter and waits to be asked for.
  clientsClaim();
}

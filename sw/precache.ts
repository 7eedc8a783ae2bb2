import { clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, precacheAndRoute } from "workbox-precaching";
import { isLateCode } from "./late-code.ts";
import type { WorkerScope } from "./scope.ts";

declare const self: WorkerScope;

/**
 * Stores the shell when the worker is installed and serves it from there, network or not.
 * @returns the paths of the code that is not stored then
 */
export function precacheShell(): string[] {
  const files = self.__WB_MANIFEST.map((entry) =>
    typeof entry === "string" ? { url: entry } : entry,
  );
  precacheAndRoute(files.filter(({ url }) => !isLateCode(url)));
  cleanupOutdatedCaches();
  // The tab that installs the first worker is served by it at once: its later pages load without a
  // network too. An update is another matter and waits to be asked for.
  clientsClaim();
  return files.filter(({ url }) => isLateCode(url)).map(({ url }) => `/${url}`);
}

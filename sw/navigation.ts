import type { PrecacheController } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { HISTORY_PATH, SHELL_PATHS, shellFile } from "../src/platform/static-shells.ts";
import { BACKEND_PATHS } from "./backend-paths.ts";
import { openFilled } from "./history.ts";

/** A path whose last segment contains a dot is a file; no page has such an address. */
const FILE = /^[^?]*\.[^./?]*(\?|$)/;

/**
 * Serves the stored shell for every page of the app: the page's own, where it has one; requests for
 * the backend's paths and for files pass through.
 */
export function routeNavigations(controller: PrecacheController): void {
  const denylist = [...BACKEND_PATHS.map(pathAndBelow), FILE];
  const openShell = controller.createHandlerBoundToURL("index.html");
  for (const path of SHELL_PATHS) {
    const open = controller.createHandlerBoundToURL(shellFile(path));
    const openOwn = path === HISTORY_PATH ? openFilled(open, controller) : open;
    registerRoute(new NavigationRoute(openOwn, { allowlist: [new RegExp(`^${path}(\\?|$)`)] }));
  }
  registerRoute(new NavigationRoute(openShell, { denylist }));
}

function pathAndBelow(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.")}([/?]|$)`);
}

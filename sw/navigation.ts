import type { PrecacheController } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { BACKEND_PATHS } from "./backend-paths.ts";

/** A last segment with a dot in it names a file; no address of a page has one. */
const FILE = /^[^?]*\.[^./?]*(\?|$)/;

/** Opens every page of the app from the stored shell; the backend's addresses and files are let through. */
export function routeNavigations(controller: PrecacheController): void {
  const denylist = [...BACKEND_PATHS.map(pathAndBelow), FILE];
  const openShell = controller.createHandlerBoundToURL("index.html");
  registerRoute(new NavigationRoute(openShell, { denylist }));
}

function pathAndBelow(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.")}([/?]|$)`);
}

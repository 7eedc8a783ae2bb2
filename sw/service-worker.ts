import { serveManuals } from "./manuals.ts";
import { routeNavigations } from "./navigation.ts";
import { precacheShell } from "./precache.ts";
import { answerReadiness } from "./readiness.ts";
import { updateWhenAsked } from "./update.ts";
import { cacheLazyChunks } from "./update-lazy-chunks.ts";
import { drainWhenWoken } from "./wake.ts";

const { shell, lazy } = precacheShell();
cacheLazyChunks(lazy);
serveManuals();
routeNavigations(shell.controller);
answerReadiness(shell);
drainWhenWoken();
updateWhenAsked();

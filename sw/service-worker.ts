import { routeNavigations } from "./navigation.ts";
import { precacheShell } from "./precache.ts";
import { updateWhenAsked } from "./update.ts";
import { drainWhenWoken } from "./wake.ts";

precacheShell();
routeNavigations();
drainWhenWoken();
updateWhenAsked();

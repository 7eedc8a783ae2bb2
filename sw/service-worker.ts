import { keepLateCode } from "./late-code.ts";
import { serveManuals } from "./manuals.ts";
import { routeNavigations } from "./navigation.ts";
import { precacheShell } from "./precache.ts";
import { updateWhenAsked } from "./update.ts";
import { drainWhenWoken } from "./wake.ts";

keepLateCode(precacheShell());
serveManuals();
routeNavigations();
drainWhenWoken();
updateWhenAsked();

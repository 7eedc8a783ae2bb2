// @module-tag night

import { afterAll, beforeAll } from "vitest";
import { checkRanking } from "./cases/ranking.ts";
import { startWorld, type World } from "./world/world.ts";

// Every ranking on PGlite, as `on-postgres.test.ts` tries it on a server.
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

checkRanking(() => world);

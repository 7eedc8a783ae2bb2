// @module-tag long

import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe } from "vitest";
import { casesByRequests, casesByStatements } from "./all-cases.ts";
import type { Sql } from "./world/run-as.ts";
import { startWorld, type World } from "./world/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world?.stop();
});

casesByRequests(() => world);

// One process at a time may open the database: it is opened here after the backend has closed it.
describe("after all requests were served", () => {
  let pglite: PGlite;
  beforeAll(async () => {
    await world.backend.stop();
    pglite = await PGlite.create(join(world.backend.dataDir, "database"));
  });
  afterAll(async () => {
    await pglite?.close();
  });
  const sql: Sql = async (statement) =>
    (await pglite.query<Record<string, unknown>>(statement)).rows;

  casesByStatements(
    () => world,
    () => sql,
  );
});

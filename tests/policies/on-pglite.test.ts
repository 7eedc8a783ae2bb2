import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe } from "vitest";
import { checkAdministrator } from "./administrator.ts";
import { checkCatalogue, type Sql } from "./catalogue.ts";
import { checkColumns } from "./columns.ts";
import { checkConstraints } from "./constraints.ts";
import { checkExposure } from "./exposure.ts";
import { checkIndexes } from "./indexes.ts";
import { checkLastSuperAdmin } from "./last-super-admin.ts";
import { checkLeads } from "./leads.ts";
import { checkLedger } from "./ledger.ts";
import { checkRecords } from "./records.ts";
import { checkRows } from "./rows.ts";
import { checkSearch } from "./search.ts";
import { checkStorage } from "./storage.ts";
import { checkStoragePolicies } from "./storage-policies.ts";
import { checkUsers } from "./users.ts";
import { checkViews } from "./views.ts";
import { startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world?.stop();
});

checkRows(() => world);
checkColumns(() => world);
checkLedger(() => world);
checkRecords(() => world);
checkLeads(() => world);
checkConstraints(() => world);
checkExposure(() => world);
checkStorage(() => world);
checkSearch(() => world);
checkViews(() => world);
checkAdministrator(() => world);
checkLastSuperAdmin(() => world);

// The database belongs to one process: it opens here once the backend has let go of it.
describe("after everything was served", () => {
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

  checkCatalogue(() => sql);
  checkIndexes(() => sql);
  checkStoragePolicies(
    () => world,
    () => sql,
  );
  checkUsers(
    () => world,
    () => sql,
  );
});

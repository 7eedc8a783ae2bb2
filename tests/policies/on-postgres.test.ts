// @module-tag rest
// @module-tag long

import pg from "pg";
import { afterAll, beforeAll, describe, test } from "vitest";
import "../security/figures.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { checkAdministrator } from "./administrator.ts";
import { checkAssurance } from "./assurance.ts";
import { checkBuckets } from "./buckets.ts";
import { checkCatalogue } from "./catalogue.ts";
import { checkColumns } from "./columns.ts";
import { checkConstraints } from "./constraints.ts";
import { checkExposure } from "./exposure.ts";
import { checkFinePrint } from "./fine-print.ts";
import { checkFormerPeople } from "./former-people.ts";
import { checkIndexes } from "./indexes.ts";
import { checkLastSuperAdmin } from "./last-super-admin.ts";
import { checkLastSuperAdminRaces } from "./last-super-admin-races.ts";
import { checkLeads } from "./leads.ts";
import { checkLedger } from "./ledger.ts";
import { checkReachOfFunctions } from "./reach-of-functions.ts";
import { checkRecords } from "./records.ts";
import { checkRows } from "./rows.ts";
import type { Sql } from "./run-as.ts";
import { checkSearch } from "./search.ts";
import { checkSecondFactor } from "./second-factor.ts";
import { checkStorage } from "./storage.ts";
import { checkStoragePolicies } from "./storage-policies.ts";
import { checkUnfiltered } from "./unfiltered.ts";
import { checkUsers } from "./users.ts";
import { checkViews } from "./views.ts";
import { startWorld, type World } from "./world.ts";

let server: PostgresServer;
let databaseUrl: string;
let world: World;
beforeAll(async () => {
  server = await startPostgres();
  databaseUrl = await server.createDatabase();
  world = await startWorld(databaseUrl);
});
afterAll(async () => {
  await world?.stop();
  await server?.stop();
});

checkRows(() => world);
checkColumns(() => world);
checkLedger(() => world);
checkRecords(() => world);
checkFinePrint(() => world);
checkLeads(() => world);
checkConstraints(() => world);
checkExposure(() => world);
checkReachOfFunctions(() => world);
checkStorage(() => world);
checkBuckets(() => world);
checkSearch(() => world);
checkViews(() => world);
checkAdministrator(() => world);
checkLastSuperAdmin(() => world);
checkSecondFactor(() => world);
checkLastSuperAdminRaces(
  () => world,
  () => databaseUrl,
);

test("the count of what was tried", ({ task }) => {
  task.meta.figures = [
    { what: "requests of people by the matrix on PostgreSQL", tried: world.tried(), failed: 0 },
  ];
});

describe("after everything was served", () => {
  let connection: pg.Client;
  beforeAll(async () => {
    connection = new pg.Client(databaseUrl);
    await connection.connect();
  });
  afterAll(async () => {
    await connection.end();
  });
  const sql: Sql = async (statement) => (await connection.query(statement)).rows;

  checkCatalogue(() => sql);
  checkIndexes(() => sql);
  checkStoragePolicies(
    () => world,
    () => sql,
  );
  checkAssurance(
    () => world,
    () => sql,
  );
  checkUnfiltered(
    () => world,
    () => sql,
  );
  checkFormerPeople(
    () => world,
    () => sql,
  );
  checkUsers(
    () => world,
    () => sql,
  );
});

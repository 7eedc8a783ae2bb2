import postgres from "postgres";
import { afterAll, beforeAll, describe } from "vitest";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { checkAdministrator } from "./administrator.ts";
import { checkCatalogue, type Sql } from "./catalogue.ts";
import { checkColumns } from "./columns.ts";
import { checkConstraints } from "./constraints.ts";
import { checkExposure } from "./exposure.ts";
import { checkIndexes } from "./indexes.ts";
import { checkLastSuperAdmin } from "./last-super-admin.ts";
import { checkLastSuperAdminRaces } from "./last-super-admin-races.ts";
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
checkLeads(() => world);
checkConstraints(() => world);
checkExposure(() => world);
checkStorage(() => world);
checkSearch(() => world);
checkViews(() => world);
checkAdministrator(() => world);
checkLastSuperAdmin(() => world);
checkLastSuperAdminRaces(
  () => world,
  () => databaseUrl,
);

describe("after everything was served", () => {
  let connection: postgres.Sql;
  beforeAll(() => {
    connection = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  });
  afterAll(async () => {
    await connection.end();
  });
  const sql: Sql = (statement) => connection.unsafe(statement);

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

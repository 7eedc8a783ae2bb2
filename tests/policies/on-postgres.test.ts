// @module-tag rest
// @module-tag long

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { describe, expect, test } from "vitest";
import { freshDataDir } from "#tests/support/backend.ts";
import { casesByStatements, casesOfManyConnections } from "./all-cases.ts";
import { checkLocks } from "./cases/locks.ts";
import { checkRanking } from "./cases/ranking.ts";
import { checkRealtime } from "./cases/realtime.ts";
import { worldOnPostgres } from "./world/postgres-world.ts";
import { schemaOf } from "./world/schema.ts";

// The gate tries every person on every row and column of PGlite. Here is what a server has of its
// own: transactions that meet, statements, and a catalogue that has to say the same as PGlite's.
const { world, sql, databaseUrl } = worldOnPostgres();

checkRealtime(world);
casesOfManyConnections(world);
checkLocks(world, databaseUrl);
checkRanking(world);

describe("after all requests were served", () => {
  casesByStatements(world, sql);

  test("has the policies, functions, grants and constraints of PGlite", async () => {
    const dataDir = await freshDataDir();
    const pglite = await PGlite.create(join(dataDir, "database"));
    try {
      const expected = await schemaOf(
        async (statement) => (await pglite.query<Record<string, unknown>>(statement)).rows,
      );
      expect(expected.filter((line) => line.startsWith("policy ")).length).toBeGreaterThan(50);
      expect(await schemaOf(sql())).toEqual(expected);
    } finally {
      await pglite.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

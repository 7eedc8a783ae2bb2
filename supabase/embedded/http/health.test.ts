import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import { expect, test } from "vitest";
import { createReadiness } from "./health.ts";

test("simultaneous readiness checks make only one query", async () => {
  let asked = 0;
  class CountingDriver extends DummyDriver {
    override async acquireConnection() {
      asked += 1;
      return await super.acquireConnection();
    }
  }
  const database = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new CountingDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const isReady = createReadiness();
  const answers = await Promise.all(Array.from({ length: 100 }, () => isReady(database)));
  expect(new Set(answers)).toEqual(new Set([true]));
  expect(asked).toBe(1);
  expect(await isReady(database)).toBe(true);
  expect(asked).toBe(2);
});

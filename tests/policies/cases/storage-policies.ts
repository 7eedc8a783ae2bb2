import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Caller, callers } from "../expected/expectations.ts";
import { administers, readsManuals } from "../world/people.ts";
import type { Trial } from "../world/row-trials.ts";
import { runAs, type Sql } from "../world/run-as.ts";
import type { World } from "../world/world.ts";

const COMPANIES = ["north", "south"] as const;
const BUCKETS = ["knowledge-base", "another-bucket"] as const;
// The first name is the object of a row that the Label agent may read.
const NAMES = ["manual.pdf", "loose.pdf"] as const;

/**
 * Checks the policies on storage objects alone, by SQL. The storage API names the objects that it
 * deletes and changes, and then PostgreSQL applies the select policy too, which would hide that the
 * other policies allow too much. Only its own policy applies to a statement without a condition.
 */
async function tryObjects(
  world: Pick<World, "companies" | "idOf">,
  sql: Sql,
  caller: Caller,
): Promise<Trial> {
  const person = caller === "anon" ? null : world.idOf(caller);
  const folders = { ...world.companies, nobody: randomUUID() };
  const objects = BUCKETS.flatMap((bucket) =>
    COMPANIES.flatMap((company) =>
      NAMES.map((name) => ({ bucket, company, name, key: `${bucket} ${company} ${name}` })),
    ),
  );
  const sqlRows = objects.map(
    ({ bucket, company, name }) => `('${bucket}', '${folders[company]}/${name}', '{"size": 10}')`,
  );
  const anotherBucket =
    "insert into storage.buckets (id, name) values ('another-bucket', 'another')";
  const prepare = [
    anotherBucket,
    // Objects that other checks left behind are removed first.
    "delete from storage.objects",
    `insert into storage.objects (bucket_id, name, metadata) values ${sqlRows.join(", ")}`,
  ];
  const keysOf = (rows: Record<string, unknown>[]) =>
    objects
      .filter(({ bucket, company, name }) =>
        rows.some((row) => row.bucket_id === bucket && row.name === `${folders[company]}/${name}`),
      )
      .map(({ key }) => key);
  const look = `select bucket_id, name from storage.objects where metadata = '{"size": 10}'`;

  const manuals = objects.filter(({ bucket }) => bucket === "knowledge-base");
  const mine = manuals.filter(({ company }) => administers(caller, company));
  const read = manuals.filter(
    (object) =>
      mine.includes(object) ||
      (object.name === "manual.pdf" && readsManuals(caller, object.company)),
  );
  const seen = await runAs(sql, person, { prepare, statement: look });
  const statement = "delete from storage.objects";
  const deleted = await runAs(sql, person, { prepare, statement, look });
  const change = "update storage.objects set metadata = '{}'";
  const changed = await runAs(sql, person, { prepare, statement: change, look });
  const added: string[] = [];
  for (const bucket of BUCKETS) {
    for (const [folder, id] of Object.entries(folders)) {
      const { refusal } = await runAs(sql, person, {
        prepare: [anotherBucket],
        statement: `insert into storage.objects (bucket_id, name) values ('${bucket}', '${id}/new.pdf')`,
      });
      if (refusal === null) added.push(`${bucket} ${folder}`);
      else if (refusal !== "42501") added.push(refusal);
    }
  }
  return {
    found: {
      seen: keysOf(seen.rows),
      left: keysOf(deleted.rows),
      same: keysOf(changed.rows),
      added,
    },
    expected: {
      seen: read.map(({ key }) => key),
      left: objects.filter((object) => !mine.includes(object)).map(({ key }) => key),
      same: objects.map(({ key }) => key),
      added: COMPANIES.filter((company) => administers(caller, company)).map(
        (company) => `knowledge-base ${company}`,
      ),
    },
  };
}

/** Every bucket × person × operation. */
export function checkStoragePolicies(
  world: () => Pick<World, "companies" | "idOf">,
  sql: () => Sql,
): void {
  describe("the policies on objects", () => {
    test.each(callers)(
      "let %s do with the manuals exactly what the expectations allow",
      async (caller) => {
        const { found, expected } = await tryObjects(world(), sql(), caller);
        expect(found).toEqual(expected);
      },
    );
  });
}

import { describe, expect, test } from "vitest";
import type { Sql } from "./catalogue.ts";
import { type ActorName, actorNames, administers } from "./people.ts";
import type { World } from "./world.ts";

const callers = ["anon", ...actorNames] as const;
const companies = ["north", "south"] as const;
const buckets = ["knowledge-base", "another-bucket"] as const;

/**
 * How far the policies on objects reach by themselves, by SQL. The storage API names the objects it
 * deletes and changes, and for that PostgreSQL asks the select policy too: it would hide that the
 * other policies let through more. A statement without a condition is held by its own policy alone.
 */
export function checkStoragePolicies(world: () => World, sql: () => Sql): void {
  const objects = buckets.flatMap((bucket) =>
    companies.map((company) => ({ bucket, company, name: `${company} in ${bucket}` })),
  );

  /** The names of the objects that are as they were after that caller's statement; it is undone. */
  async function keptBy(caller: ActorName | "anon", statement: string): Promise<unknown[]> {
    const [id, role] = caller === "anon" ? ["", "anon"] : [world().idOf(caller), "authenticated"];
    const rows = objects.map(({ bucket, company, name }) => {
      const path = `${world().companies[company]}/${name}`;
      return `('${bucket}', '${path}', '{"size": 10}')`;
    });
    await sql()("begin");
    try {
      await sql()("insert into storage.buckets (id, name) values ('another-bucket', 'another')");
      await sql()(
        `insert into storage.objects (bucket_id, name, metadata) values ${rows.join(", ")}`,
      );
      await sql()(`select set_config('request.jwt.claim.sub', '${id}', true)`);
      await sql()(`set local role ${role}`);
      await sql()(statement);
      await sql()("reset role");
      const kept = await sql()(`
        select split_part(name, '/', 2) as item from storage.objects
        where metadata = '{"size": 10}' and name like '% in %'`);
      return kept.map(({ item }) => item).sort();
    } finally {
      await sql()("rollback");
    }
  }

  describe("the policies on objects", () => {
    test.each(callers)("let %s delete manuals of a company they administer", async (caller) => {
      const kept = objects.filter(
        ({ bucket, company }) => bucket !== "knowledge-base" || !administers(caller, company),
      );
      expect(await keptBy(caller, "delete from storage.objects")).toEqual(
        kept.map(({ name }) => name).sort(),
      );
    });

    test.each(callers)("let %s change nothing", async (caller) => {
      expect(await keptBy(caller, "update storage.objects set metadata = '{}'")).toEqual(
        objects.map(({ name }) => name).sort(),
      );
    });
  });
}

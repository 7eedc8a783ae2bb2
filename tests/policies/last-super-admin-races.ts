import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useLastTwo } from "./last-two.ts";
import type { World } from "./world.ts";

/** The same with transactions that are open at one moment, which only a server with several has. */
export function checkLastSuperAdminRaces(world: () => World, databaseUrl: () => string): void {
  describe("of the last two super administrators", () => {
    const { one, two, left } = useLastTwo(world);
    let sql: postgres.Sql;
    beforeAll(() => {
      sql = postgres(databaseUrl(), { max: 3, onnotice: () => {} });
    });
    afterAll(() => sql.end());

    const removals = {
      suspended: (tx: postgres.Sql, id: string) =>
        tx`update public.profiles set status = 'suspended' where id = ${id}`,
      demoted: (tx: postgres.Sql, id: string) =>
        tx`update public.user_roles set role = 'admin' where user_id = ${id}`,
      deleted: (tx: postgres.Sql, id: string) => tx`delete from auth.users where id = ${id}`,
    };
    const ways = Object.keys(removals) as (keyof typeof removals)[];

    test.each(ways.flatMap((way) => ways.map((other) => [way, other] as const)))(
      "one is %s, the other %s: who comes second waits, and stays",
      async (way, other) => {
        const first = await sql.reserve();
        const second = await sql.reserve();
        try {
          await first`begin`;
          await removals[way](first, one().id);
          const [session] = await second`select pg_backend_pid() as pid`;
          const late = removals[other](second, two().id).then(
            () => "done",
            (error: Error) => error.message,
          );
          const waitsFor = async () => {
            const [row] = await sql`
            select wait_event_type as kind from pg_stat_activity where pid = ${session?.pid}`;
            return row?.kind;
          };
          await expect.poll(waitsFor, { timeout: 30_000 }).toBe("Lock");
          await first`commit`;
          expect(await late).toMatch(/^The last active super administrator/);
          expect(await left()).toEqual([two()]);
        } finally {
          await first`rollback`;
          first.release();
          second.release();
        }
      },
    );
  });
}

import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useLastTwo } from "../world/last-two.ts";
import type { World } from "../world/world.ts";

/**
 * The same as `checkLastSuperAdmin` with transactions that are open at the same time, which only a
 * server with several connections can have.
 */
export function checkLastSuperAdminRaces(world: () => World, databaseUrl: () => string): void {
  describe("of the last two super administrators", () => {
    const { one, two, left } = useLastTwo(world);
    let pool: pg.Pool;
    beforeAll(() => {
      pool = new pg.Pool({ connectionString: databaseUrl() });
    });
    afterAll(() => pool.end());

    const removals = {
      suspended: "update public.profiles set status = 'suspended' where id = $1",
      demoted: "update public.user_roles set role = 'admin' where user_id = $1",
      deleted: "delete from auth.users where id = $1",
    };
    const ways = Object.keys(removals) as (keyof typeof removals)[];

    test.each(ways.flatMap((way) => ways.map((other) => [way, other] as const)))(
      "one is %s, the other %s: the second transaction waits and fails, so one person stays",
      async (way, other) => {
        const first = await pool.connect();
        const second = await pool.connect();
        try {
          await first.query("begin");
          await first.query(removals[way], [one().id]);
          const { rows } = await second.query("select pg_backend_pid() as pid");
          const late = second.query(removals[other], [two().id]).then(
            () => "done",
            (error: Error) => error.message,
          );
          const waitsFor = async () => {
            const activity = await pool.query(
              "select wait_event_type as kind from pg_stat_activity where pid = $1",
              [rows[0].pid],
            );
            return activity.rows[0]?.kind;
          };
          await expect.poll(waitsFor, { timeout: 30_000 }).toBe("Lock");
          await first.query("commit");
          expect(await late).toMatch(/^The last active super administrator/);
          expect(await left()).toEqual([two()]);
        } finally {
          await first.query("rollback");
          first.release();
          second.release();
        }
      },
    );
  });
}

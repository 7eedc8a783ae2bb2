import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { PersonName } from "../world/people.ts";
import type { Sql } from "../world/run-as.ts";
import type { World } from "../world/world.ts";

/** What the server writes down about resets, by its own functions. Everything is rolled back. */
export function checkAccountResets(world: () => World, sql: () => Sql): void {
  const idOf = (person: PersonName) => world().idOf(person);
  const begin = async (action: string, person: PersonName) => {
    const [row] = await sql()(
      `select public.begin_account_reset('${idOf("admin")}', '${idOf(person)}', '${action}', 2, 9) as reply`,
    );
    return row?.reply as { outcome: string; id: string; retry_after: number };
  };
  const finish = (id: string, outcome: string) =>
    sql()(`select public.finish_account_reset('${id}', '${outcome}')`);
  const addSession = (person: PersonName) =>
    sql()(`insert into auth.sessions (id, user_id) values ('${randomUUID()}', '${idOf(person)}')`);
  const sessionsOf = async (person: PersonName) =>
    (await sql()(`select id from auth.sessions where user_id = '${idOf(person)}'`)).length;

  async function rolledBack(work: () => Promise<void>): Promise<void> {
    await sql()("begin");
    try {
      await work();
    } finally {
      await sql()("rollback");
    }
  }

  describe("what is written down about a reset", () => {
    test.each(["temporary_password", "remove_factors"])(
      "ends the person's sessions once %s is done or has failed, and nobody else's",
      async (action) => {
        for (const outcome of ["done", "failed"]) {
          await rolledBack(async () => {
            await addSession("northColleague");
            await addSession("technician");
            const others = await sessionsOf("technician");
            const { id } = await begin(action, "northColleague");
            expect(await sessionsOf("northColleague")).toBeGreaterThan(0);
            await finish(id, outcome);
            expect(await sessionsOf("northColleague")).toBe(0);
            expect(await sessionsOf("technician")).toBe(others);
          });
        }
      },
    );

    test("ends no session where a link was sent", async () => {
      await rolledBack(async () => {
        await addSession("northColleague");
        const before = await sessionsOf("northColleague");
        await finish((await begin("recovery_link", "northColleague")).id, "done");
        expect(await sessionsOf("northColleague")).toBe(before);
      });
    });

    test("names both people and the company, and its result is final", async () => {
      await rolledBack(async () => {
        const { id } = await begin("recovery_link", "northColleague");
        await finish(id, "failed");
        await finish(id, "done");
        expect(await sql()(`select * from public.account_resets where id = '${id}'`)).toMatchObject(
          [
            {
              ...{ company_id: world().companies.north, action: "recovery_link", result: "failed" },
              ...{ actor_id: idOf("admin"), person_id: idOf("northColleague") },
              actor_email: "admin@policies.example",
              person_email: "northcolleague@policies.example",
            },
          ],
        );
      });
    });

    test("stays when its people or its company are deleted", async () => {
      await rolledBack(async () => {
        const { id } = await begin("remove_factors", "northColleague");
        await sql()(`delete from auth.users where id = '${idOf("northColleague")}'`);
        await sql()(`delete from public.companies where id = '${world().companies.north}'`);
        expect(await sql()(`select * from public.account_resets where id = '${id}'`)).toMatchObject(
          [{ person_id: null, company_id: null, person_email: "northcolleague@policies.example" }],
        );
      });
    });

    test("is not begun over the pace of a caller", async () => {
      await rolledBack(async () => {
        for (const person of ["northColleague", "technician"] as const) {
          expect(await begin("recovery_link", person)).toMatchObject({ outcome: "begun" });
        }
        const { outcome, retry_after } = await begin("recovery_link", "roleless");
        expect(outcome).toBe("rate_limited");
        expect(retry_after).toBeGreaterThan(3500);
        expect(retry_after).toBeLessThanOrEqual(3600);
      });
    });
  });
}

import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { PersonName } from "../world/people.ts";
import { rolledBack, runAs, type Sql } from "../world/run-as.ts";
import { type TableName, tableNames } from "../world/tables.ts";
import type { World } from "../world/world.ts";

/** What the server writes down about resets, by its own functions. Everything is rolled back. */
function checkAccountResets(world: () => World, sql: () => Sql): void {
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

  describe("what is written down about a reset", () => {
    test.each(["temporary_password", "remove_factors"])(
      "ends the person's sessions once %s is done or has failed, and nobody else's",
      async (action) => {
        for (const outcome of ["done", "failed"]) {
          await rolledBack(sql(), async () => {
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
      await rolledBack(sql(), async () => {
        await addSession("northColleague");
        const before = await sessionsOf("northColleague");
        await finish((await begin("recovery_link", "northColleague")).id, "done");
        expect(await sessionsOf("northColleague")).toBe(before);
      });
    });

    test("names both people and the company, and its result is final", async () => {
      await rolledBack(sql(), async () => {
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
      await rolledBack(sql(), async () => {
        const { id } = await begin("remove_factors", "northColleague");
        await sql()(`delete from auth.users where id = '${idOf("northColleague")}'`);
        await sql()(`delete from public.companies where id = '${world().companies.north}'`);
        expect(await sql()(`select * from public.account_resets where id = '${id}'`)).toMatchObject(
          [{ person_id: null, company_id: null, person_email: "northcolleague@policies.example" }],
        );
      });
    });

    test("is not begun over the pace of a caller", async () => {
      await rolledBack(sql(), async () => {
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

/** What the database lets a temporary password do. By SQL, and rolled back. */
function checkTemporaryPasswords(world: () => World, sql: () => Sql): void {
  const person = () => world().idOf("technician");
  const mark = (until: string) =>
    `update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}'::jsonb)
       || jsonb_build_object('temporary_password_until', ${until}) where id = '${person()}'`;
  const GOOD = "now() + interval '1 day'";
  const EXPIRED = "now() - interval '1 second'";
  const change = () =>
    `update auth.users set encrypted_password = 'another' where id = '${person()}'`;
  const LOOK = () =>
    `select encrypted_password as password,
       raw_app_meta_data ->> 'temporary_password_until' as until,
       raw_app_meta_data ->> 'provider' as provider
     from auth.users where id = '${person()}'`;

  /** The account after these statements, or the code with which one was refused. */
  async function accountAfter(...statements: string[]): Promise<unknown> {
    return await rolledBack(sql(), async () => {
      try {
        for (const statement of statements) await sql()(statement);
        return (await sql()(LOOK()))[0];
      } catch (error) {
        return (error as { code?: unknown }).code;
      }
    });
  }

  describe("a temporary password", () => {
    test.each(tableNames)("shows nothing of %s to a session that began with it", async (table) => {
      const read = async (prepare: string[], method: "password" | "oauth") => {
        const statement = `select count(*)::integer as n from public.${table}`;
        const { rows, refusal } = await runAs(sql(), person(), { prepare, statement, method });
        return refusal ?? Number(rows[0]?.n);
      };
      const usual = await read([], "password");
      const nothing = usual === "42501" ? "42501" : 0;
      for (const until of [GOOD, EXPIRED]) {
        expect(await read([mark(until)], "password")).toBe(nothing);
        // Somebody whom another service vouches for.
        expect(await read([mark(until)], "oauth")).toBe(usual);
      }
      if (table === ("profiles" satisfies TableName)) expect(usual).toBe(1);
    });

    test("counts no more once there is another one", async () => {
      expect(await accountAfter(mark(GOOD), change())).toEqual({
        ...{ password: "another", until: null, provider: "email" },
      });
    });

    test("stays one while nothing but the rest of the account changes", async () => {
      const seen = `update auth.users set last_sign_in_at = now() where id = '${person()}'`;
      expect(await accountAfter(mark(GOOD), seen)).toMatchObject({ until: expect.any(String) });
      const same = `update auth.users set encrypted_password = encrypted_password
                    where id = '${person()}'`;
      expect(await accountAfter(mark(GOOD), same)).toMatchObject({ until: expect.any(String) });
    });

    test("cannot be exchanged for another one after its time", async () => {
      expect(await accountAfter(mark(EXPIRED), change())).toBe("42501");
    });

    test("can be exchanged after its time by a link that was used", async () => {
      const link = (token: string, sent: string) =>
        `update auth.users set recovery_token = ${token}, recovery_sent_at = ${sent}
         where id = '${person()}'`;
      expect(await accountAfter(mark(EXPIRED), link("''", "now()"), change())).toMatchObject({
        ...{ password: "another", until: null },
      });
      for (const unused of [link("'token'", "now()"), link("''", "now() - interval '2 hours'")]) {
        expect(await accountAfter(mark(EXPIRED), unused, change())).toBe("42501");
      }
    });

    test("is followed by another temporary one at any time, as Auth writes it", async () => {
      const begin = `select public.begin_account_reset('${world().idOf("admin")}', '${person()}',
                                                       'temporary_password', 100, 100)`;
      for (const until of [GOOD, EXPIRED]) {
        const both = `update auth.users set encrypted_password = 'another',
          raw_app_meta_data = raw_app_meta_data || '{"temporary_password_until": "2100-01-01"}'
          where id = '${person()}'`;
        expect(await accountAfter(mark(until), begin, both)).toMatchObject({ until: "2100-01-01" });
        // A hosted project's Auth writes one after the other.
        expect(
          await accountAfter(mark(until), begin, change(), mark("'2100-01-01'::text")),
        ).toMatchObject({ password: "another", until: "2100-01-01" });
      }
    });
  });
}

/**
 * What happens in the tables when a user is changed or deleted. By SQL: REST does not offer users.
 */
function checkUsers(world: () => World, sql: () => Sql): void {
  const count = async (table: string, condition: string) =>
    Number((await sql()(`select count(*) as n from public.${table} where ${condition}`))[0]?.n);

  describe("a user", () => {
    test("who gets another address has it in their profile", async () => {
      const id = world().idOf("northColleague");
      await sql()(`update auth.users set email = 'moved@policies.example' where id = '${id}'`);
      expect(await count("profiles", `id = '${id}' and email = 'moved@policies.example'`)).toBe(1);
    });

    test("who is deleted leaves only their logs, to the company", async () => {
      const id = world().idOf("northColleague");
      const logsOfNorth = `company_id = '${world().companies.north}'`;
      const before = {
        logs: await count("agent_logs", logsOfNorth),
        details: await count("detailed_agent_logs", logsOfNorth),
      };
      await sql()(`delete from auth.users where id = '${id}'`);
      expect({
        logs: await count("agent_logs", logsOfNorth),
        details: await count("detailed_agent_logs", logsOfNorth),
      }).toEqual(before);
      expect(before.logs * before.details).toBeGreaterThan(0);
      expect(await count("profiles", `id = '${id}'`)).toBe(0);
      for (const table of [
        ...["user_roles", "agent_requests", "agent_logs", "detailed_agent_logs"],
        ...["label_agent_conversations", "ask_agent_conversations"],
      ]) {
        expect(await count(table, `user_id = '${id}'`)).toBe(0);
      }
    });
  });
}

/** The accounts themselves: by SQL, which REST does not offer. The last of them are not undone. */
export function checkAccounts(world: () => World, sql: () => Sql): void {
  checkAccountResets(world, sql);
  checkTemporaryPasswords(world, sql);
  checkUsers(world, sql);
}

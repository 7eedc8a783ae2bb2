import { describe, expect, test } from "vitest";
import { type TableName, tableNames } from "../expected/expectations.ts";
import { runAs, type Sql } from "../world/run-as.ts";
import type { World } from "../world/world.ts";

/** What the database lets a temporary password do. By SQL, and rolled back. */
export function checkTemporaryPasswords(world: () => World, sql: () => Sql): void {
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
    await sql()("begin");
    try {
      for (const statement of statements) await sql()(statement);
      return (await sql()(LOOK()))[0];
    } catch (error) {
      return (error as { code?: unknown }).code;
    } finally {
      await sql()("rollback");
    }
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

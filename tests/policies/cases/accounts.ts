import { describe, expect, test } from "vitest";
import { rolledBack, runAs, type Sql } from "../world/run-as.ts";
import { tableNames } from "../world/tables.ts";
import type { World } from "../world/world.ts";
import { checkAccountResets } from "./account-resets.ts";

/** What the database lets a temporary password do. By SQL, and rolled back. */
function checkTemporaryPasswords(world: () => World, sql: () => Sql): void {
  const person = () => world().idOf("technician");
  const update = (values: string) => `update auth.users set ${values} where id = '${person()}'`;
  const mark = (until: string) =>
    update(`raw_app_meta_data = coalesce(raw_app_meta_data, '{}'::jsonb)
            || jsonb_build_object('temporary_password_until', ${until})`);
  const link = (token: string, sent: string) =>
    update(`recovery_token = '${token}', recovery_sent_at = ${sent}`);
  const STEPS: Record<string, () => string> = {
    good: () => mark("now() + interval '1 day'"),
    expired: () => mark("now() - interval '1 second'"),
    change: () => update("encrypted_password = 'another'"),
    "same password": () => update("encrypted_password = encrypted_password"),
    "sign in": () => update("last_sign_in_at = now()"),
    "used link": () => link("", "now()"),
    "unused link": () => link("token", "now()"),
    "old link": () => link("", "now() - interval '2 hours'"),
    reset: () => `select public.begin_account_change(
      '${world().idOf("admin")}', '${person()}', 'temporary_password', 100, 100)`,
    next: () => mark("'2100-01-01'::text"),
    "change and next": () =>
      update(`encrypted_password = 'another',
      raw_app_meta_data = raw_app_meta_data || '{"temporary_password_until": "2100-01-01"}'`),
  };

  /** The account after these steps, or the code with which one was refused. */
  async function accountAfter(steps: string): Promise<unknown> {
    return await rolledBack(sql(), async () => {
      try {
        for (const step of steps.split(", ")) await sql()(STEPS[step]?.() ?? step);
        const [account] = await sql()(`
          select encrypted_password as password, raw_app_meta_data ->> 'provider' as provider,
                 raw_app_meta_data ->> 'temporary_password_until' as until
          from auth.users where id = '${person()}'`);
        return account;
      } catch (error) {
        return { code: (error as { code?: unknown }).code };
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
      for (const until of ["good", "expired"]) {
        const prepare = [STEPS[until]?.() ?? ""];
        expect(await read(prepare, "password")).toBe(nothing);
        // Somebody whom another service vouches for.
        expect(await read(prepare, "oauth")).toBe(usual);
      }
      if (table === "profiles") expect(usual).toBe(1);
    });

    const refused = { code: "42501" };
    const replaced = { password: "another", until: null, provider: "email" };
    const still = { until: expect.any(String) };
    const next = { password: "another", until: "2100-01-01" };
    test.each([
      ["counts no more once there is another one", "good, change", replaced],
      ["stays one while the rest of the account changes", "good, sign in", still],
      ["stays one when the same is written again", "good, same password", still],
      ["cannot be exchanged after its time", "expired, change", refused],
      ["can be exchanged then by a link that was used", "expired, used link, change", replaced],
      ["cannot be exchanged then by an unused link", "expired, unused link, change", refused],
      ["cannot be exchanged then by an old link", "expired, old link, change", refused],
      ["is followed by another temporary one", "good, reset, change and next", next],
      ["is followed by one after its time, too", "expired, reset, change and next", next],
      // A hosted project's Auth writes one after the other.
      ["is followed by one in two steps", "good, reset, change, next", next],
      ["is followed by one in two steps then", "expired, reset, change, next", next],
    ])("%s", async (_, steps, expected) => {
      expect(await accountAfter(steps)).toMatchObject(expected);
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
      const logs = async () => {
        const ofNorth = `company_id = '${world().companies.north}'`;
        return [await count("agent_logs", ofNorth), await count("detailed_agent_logs", ofNorth)];
      };
      const before = await logs();
      await sql()(`delete from auth.users where id = '${id}'`);
      expect(await logs()).toEqual(before);
      expect(before).not.toContain(0);
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

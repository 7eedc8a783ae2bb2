import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { PersonName } from "../world/people.ts";
import { rolledBack, runAs, type Sql } from "../world/run-as.ts";
import type { World } from "../world/world.ts";

/** What the server writes down about resets, by its own functions. Everything is rolled back. */
export function checkAccountResets(world: () => World, sql: () => Sql): void {
  const idOf = (person: PersonName) => world().idOf(person);
  const begin = async (action: string): Promise<string> => {
    const [row] = await sql()(`select public.begin_account_change(
      '${idOf("admin")}', '${idOf("northColleague")}', '${action}', 2, 9) ->> 'id' as id`);
    return String(row?.id);
  };
  const finish = (id: string, outcome: string) =>
    sql()(`select public.finish_account_change('${id}', '${outcome}')`);
  const addSession = (person: PersonName) =>
    sql()(`insert into auth.sessions (id, user_id) values ('${randomUUID()}', '${idOf(person)}')`);
  const sessionsOf = async (person: PersonName) =>
    (await sql()(`select id from auth.sessions where user_id = '${idOf(person)}'`)).length;

  describe("what somebody did to a person", () => {
    const of = (person: PersonName) => `where user_id = '${idOf(person)}'`;
    const profile = (person: PersonName, change: string) =>
      `update public.profiles set ${change} where id = '${idOf(person)}'`;
    const role = (person: PersonName, to: string) =>
      `update public.user_roles set role = '${to}' ${of(person)}`;
    const north = () => world().companies.north;
    const south = () => world().companies.south;
    test.each<[string, PersonName, () => string, () => object[]]>([
      [
        "a role",
        "admin",
        () => role("technician", "admin"),
        () => [
          { action: "role", from_value: "field_tech", to_value: "admin", company_id: north() },
        ],
      ],
      [
        "a role that is taken",
        "superAdmin",
        () => `delete from public.user_roles ${of("otherAdmin")}`,
        () => [
          { action: "role", from_value: "admin", to_value: "field_tech", company_id: south() },
        ],
      ],
      [
        "a status",
        "admin",
        () => profile("technician", "status = 'suspended'"),
        () => [
          { action: "status", from_value: "active", to_value: "suspended", company_id: north() },
        ],
      ],
      [
        "permissions",
        "admin",
        () =>
          profile(
            "technician",
            "can_use_voice_agent = true, can_use_snap_agent = true, can_use_label_agent = false",
          ),
        () => [
          { action: "access", from_value: "label", to_value: "voice,snap", company_id: north() },
        ],
      ],
      [
        "a company",
        "superAdmin",
        () => profile("technician", `company_id = '${south()}'`),
        () => [
          { action: "company", from_value: "North", to_value: null, company_id: north() },
          { action: "company", from_value: null, to_value: "South", company_id: south() },
        ],
      ],
      ["what stays as it is", "admin", () => profile("technician", "status = status"), () => []],
    ])("is written down: %s", async (_, actor, statement, expected) => {
      const written = "select * from public.account_changes where created_at = now()";
      const { refusal, rows } = await runAs(sql(), idOf(actor), {
        statement: statement(),
        look: `${written} order by company_id = '${south()}'`,
      });
      expect(refusal).toBeNull();
      const by = { actor_id: idOf(actor), result: "done", person_email: expect.any(String) };
      expect(rows).toMatchObject(expected().map((row) => ({ ...row, ...by })));
      expect(rows).toHaveLength(expected().length);
    });

    test("stays when the person is deleted, by whom Auth does not know", async () => {
      await rolledBack(sql(), async () => {
        await sql()(profile("technician", "status = 'suspended'"));
        await sql()(`delete from auth.users where id = '${idOf("technician")}'`);
        const rows = await sql()(`select * from public.account_changes
          where created_at = now() order by action desc`);
        const left = {
          actor_id: null,
          person_id: null,
          person_email: "technician@policies.example",
        };
        expect(rows).toMatchObject([
          { action: "status", ...left },
          { action: "deletion", company_id: north(), ...left },
        ]);
      });
    });
  });

  /** How an account is after somebody entered it for the first time by what proves the address. */
  describe("the first proven entry", () => {
    const account = `select encrypted_password as password,
      raw_app_meta_data ->> 'temporary_password_until' as until,
      (select count(*)::integer from auth.sessions s where s.user_id = u.id) as sessions,
      array(select provider from auth.identities i where i.user_id = u.id order by 1) as ways
      from auth.users u where id = `;
    const linked = (provider: string, email: string) => `
      insert into auth.identities (id, provider, provider_id, user_id, identity_data)
      values (gen_random_uuid(), '${provider}', gen_random_uuid()::text, '${idOf("technician")}',
        '{"email": "${email}", "email_verified": true}')`;
    const entered = (method: string) => `
      with s as (insert into auth.sessions (id, user_id)
        values (gen_random_uuid(), '${idOf("technician")}') returning id)
      insert into auth.mfa_amr_claims (session_id, authentication_method, updated_at)
        select id, '${method}', now() from s`;
    test.each([
      ["a link", "otp", true],
      ["a link to sign in", "magiclink", true],
      ["a link for a new password", "recovery", true],
      ["an invitation", "invite", true],
      ["a provider", "oauth", true],
      ["a password", "password", false],
    ])("by %s ends the password and all other ways in: %s %s", async (_, method, ends) => {
      await rolledBack(sql(), async () => {
        for (const statement of [
          `delete from auth.sessions where user_id = '${idOf("technician")}'`,
          `update auth.users set encrypted_password = 'typed', raw_app_meta_data =
             raw_app_meta_data || '{"temporary_password_until": "2100-01-01"}'
           where id = '${idOf("technician")}'`,
          linked("elsewhere", "else@policies.example"),
          linked("own", "technician@policies.example"),
          entered("password"),
          entered(method),
        ]) {
          await sql()(statement);
        }
        const before = { password: "typed", until: "2100-01-01", sessions: 2 };
        const after = { password: "", until: null, sessions: 1 };
        expect(await sql()(`${account}'${idOf("technician")}'`)).toMatchObject([
          {
            ...(ends ? after : before),
            ways: ends ? ["email", "own"] : ["elsewhere", "email", "own"],
          },
        ]);
        if (!ends) return;
        // Another password, of their own, is left alone from then on.
        await sql()(
          `update auth.users set encrypted_password = 'own' where id = '${idOf("technician")}'`,
        );
        await sql()(entered(method));
        expect(await sql()(`${account}'${idOf("technician")}'`)).toMatchObject([
          { password: "own", sessions: 2 },
        ]);
      });
    });
  });

  describe("what is written down about a reset", () => {
    test.each([
      ["temporary_password", "done", 0],
      ["temporary_password", "failed", 0],
      ["remove_factors", "done", 0],
      ["remove_factors", "failed", 0],
      ["recovery_link", "done", 1],
    ])("about %s that is %s leaves %i of a person's sessions", async (action, outcome, left) => {
      await rolledBack(sql(), async () => {
        await sql()(`delete from auth.sessions where user_id = '${idOf("northColleague")}'`);
        await addSession("northColleague");
        await addSession("technician");
        const others = await sessionsOf("technician");
        const id = await begin(action);
        expect(await sessionsOf("northColleague")).toBe(1);
        await finish(id, outcome);
        expect(await sessionsOf("northColleague")).toBe(left);
        expect(await sessionsOf("technician")).toBe(others);
      });
    });

    test("has a final result, and stays when its people or its company are deleted", async () => {
      await rolledBack(sql(), async () => {
        const id = await begin("remove_factors");
        await finish(id, "failed");
        await finish(id, "done");
        const look = () => sql()(`select * from public.account_resets where id = '${id}'`);
        const { north } = world().companies;
        const ids = {
          company_id: north,
          actor_id: idOf("admin"),
          person_id: idOf("northColleague"),
        };
        const stays = {
          ...{ action: "remove_factors", result: "failed", actor_email: "admin@policies.example" },
          person_email: "northcolleague@policies.example",
        };
        expect(await look()).toMatchObject([{ ...ids, ...stays }]);
        await sql()(`delete from auth.users where id = '${idOf("northColleague")}'`);
        await sql()(`delete from public.companies where id = '${north}'`);
        expect(await look()).toMatchObject([{ person_id: null, company_id: null, ...stays }]);
      });
    });
  });
}

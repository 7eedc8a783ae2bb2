import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { emailOf } from "../world/fixtures.ts";
import type { ActorName, PersonName } from "../world/people.ts";
import { runAs, type Sql } from "../world/run-as.ts";
import type { World } from "../world/world.ts";

interface Asked {
  id: string;
  email?: string | null;
  company_id?: string | null;
}

/**
 * Checks who learns about which deleted account. By SQL, so that a deletion can be rolled back.
 */
export function checkFormerPeople(world: () => World, sql: () => Sql): void {
  const idOf = (person: PersonName) => world().idOf(person);
  const deleted = (person: PersonName = "northColleague") =>
    `delete from auth.users where id = '${idOf(person)}'`;
  const update = (person: PersonName, values: string) =>
    `update auth.users set ${values} where id = '${idOf(person)}'`;
  /** From then on the caller has the address that the deleted colleague had. */
  const named = (caller: PersonName) => update(caller, `email = '${emailOf("northColleague")}'`);
  /** Adds a session that began in that way, after something else. */
  const enters = (caller: PersonName, method: string, first = "select 1") =>
    `with first as (${first}), s as (insert into auth.sessions (id, user_id)
       values (gen_random_uuid(), '${idOf(caller)}') returning id)
     insert into auth.mfa_amr_claims (session_id, authentication_method, updated_at)
       select id, '${method}', now() from s`;
  /** The caller has that address, and shows by a link in a mail that it is theirs. */
  const inherits = (caller: PersonName) => enters(caller, "otp", named(caller));

  describe("an account that was deleted", () => {
    const learned = async (caller: ActorName, prepare: string[], asked: Asked[]) => {
      const { rows, refusal } = await runAs(sql(), idOf(caller), {
        prepare,
        statement: `select * from public.former_people('${JSON.stringify(asked)}')`,
      });
      return refusal ?? rows;
    };
    const asked = (more: Omit<Asked, "id"> = {}) => [{ id: idOf("northColleague"), ...more }];
    const inherited = (caller: PersonName) => [deleted(), inherits(caller)];
    const mine = () => [{ id: idOf("northColleague"), mine: true, managed: false }];
    const managed = () => [{ id: idOf("northColleague"), mine: false, managed: true }];

    test("belongs to the person who now has its address, even in another company", async () => {
      for (const caller of ["technician", "otherTechnician"] as const) {
        expect(await learned(caller, inherited(caller), asked())).toEqual(mine());
      }
      // The address that a device claims has no effect.
      const claimed = asked({ email: emailOf("technician") });
      expect(await learned("technician", [deleted()], claimed)).toEqual([]);
    });

    /** What the provider knows of the address: the address, and whether it has verified it. */
    const identity = (known: { email: string; email_verified: boolean }) => `
      insert into auth.identities (id, provider, provider_id, user_id, identity_data)
      values (gen_random_uuid(), 'local', gen_random_uuid()::text, '${idOf("technician")}',
        '${JSON.stringify(known)}')`;
    const email = emailOf("northColleague");
    test.each<
      [string, string | undefined, Parameters<typeof identity>[0] | "phone" | undefined, boolean]
    >([
      ["nobody has entered by", undefined, undefined, false],
      ["somebody entered by a password for", "password", undefined, false],
      ["somebody entered by a link to", "otp", undefined, true],
      ["somebody with a phone entered by a code for", "otp", "phone", false],
      ["a provider has verified", "oauth", { email, email_verified: true }, true],
      ["a provider has not verified", "oauth", { email, email_verified: false }, false],
      [
        "a provider does not know",
        "oauth",
        { email: "else@x.example", email_verified: true },
        false,
      ],
    ])("an address that %s is proven or not", async (_, method, known, isProven) => {
      const prepare = [
        ...[deleted(), named("technician")],
        ...(known === "phone" ? [update("technician", "phone = '15550100'")] : []),
        ...(known && known !== "phone" ? [identity(known)] : []),
        ...(method ? [enters("technician", method)] : []),
      ];
      expect(await learned("technician", prepare, asked())).toEqual(isProven ? mine() : []);
      // An account that only has the address keeps nobody from managing what is left.
      expect(await learned("admin", prepare, asked())).toEqual(isProven ? [] : managed());
    });

    test("does not belong any more to a person whose password an administrator has set since", async () => {
      const reset = update(
        "technician",
        `raw_app_meta_data = raw_app_meta_data || '{"temporary_password_until": "2100-01-01"}'`,
      );
      const cleared = update(
        "technician",
        "raw_app_meta_data = raw_app_meta_data - 'temporary_password_until'",
      );
      const prepare = [...inherited("technician"), reset, cleared];
      expect(await learned("technician", prepare, asked())).toEqual([]);
    });

    test("is matched by its last address: an earlier one may belong to another person by now", async () => {
      const moved = update("northColleague", "email = 'moved-on@policies.example'");
      const claimed = asked({ email: emailOf("northColleague") });
      expect(await learned("technician", [moved, ...inherited("technician")], claimed)).toEqual([]);
    });

    test("is managed by the administrators of its company and by super administrators", async () => {
      const elsewhere = asked({ company_id: world().companies.south });
      for (const caller of ["admin", "superAdmin"] as const) {
        expect(await learned(caller, [deleted()], elsewhere)).toEqual(managed());
        // While another account has its address, it is managed by nobody.
        expect(await learned(caller, inherited("stray"), asked())).toEqual([]);
      }
      for (const caller of ["technician", "otherAdmin", "companylessAdmin"] as const) {
        expect(await learned(caller, [deleted()], elsewhere)).toEqual([]);
      }
    });

    test("is shown to nobody who is suspended", async () => {
      for (const caller of ["suspendedTechnician", "suspendedAdmin"] as const) {
        expect(await learned(caller, inherited(caller), asked())).toBe("42501");
      }
    });

    test("deleted before the server kept records, is matched by what the device reports", async () => {
      const id = randomUUID();
      const { north } = world().companies;
      const email = emailOf("technician").toUpperCase();
      for (const [caller, report, answer] of [
        ["technician", { email }, [{ id, mine: true, managed: false }]],
        ["roleless", { email }, []],
        ["admin", { email: null, company_id: north }, [{ id, mine: false, managed: true }]],
        ["otherAdmin", { company_id: north }, []],
        ["companylessAdmin", { company_id: null }, []],
      ] as const) {
        const prepare = caller === "admin" ? [] : [enters(caller, "otp")];
        expect(await learned(caller, prepare, [{ id, ...report }])).toEqual(answer);
      }
    });

    test("is neither an existing account, whoever asks, nor a suspended one", async () => {
      const people = (["northColleague", "suspendedTechnician", "admin"] as const).map((person) => {
        return { id: idOf(person), email: emailOf("admin"), company_id: world().companyOf(person) };
      });
      expect(await learned("admin", [], people)).toEqual([]);
      expect(await learned("superAdmin", [], people)).toEqual([]);
    });

    test("can be asked for with at most a hundred ids at once", async () => {
      const many = Array.from({ length: 101 }, () => ({ id: randomUUID() }));
      expect(await learned("admin", [], many)).toBe("22023");
      expect(await learned("admin", [], many.slice(1))).toEqual([]);
    });
  });
}

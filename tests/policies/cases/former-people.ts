import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { emailOf } from "../world/fixtures.ts";
import type { ActorName, PersonName } from "../world/people.ts";
import { runAs, type Sql } from "../world/run-as.ts";
import type { World } from "../world/world.ts";

/**
 * Checks who learns about which deleted account, and who gets the logs it had sent. By SQL, so that
 * a deletion can be rolled back.
 */
export function checkFormerPeople(world: () => World, sql: () => Sql): void {
  const idOf = (person: PersonName) => world().idOf(person);
  const deleted = (person: PersonName) => `delete from auth.users where id = '${idOf(person)}'`;
  const address = (person: PersonName, email: string) =>
    `update auth.users set email = '${email}' where id = '${idOf(person)}'`;
  /** From then on the caller has the address that the person had. */
  const inherits = (caller: PersonName, person: PersonName) => address(caller, emailOf(person));

  async function learned(
    caller: ActorName,
    prepare: string[],
    asked: { id: string; email?: string | null; company_id?: string | null }[],
  ) {
    const { rows, refusal } = await runAs(sql(), idOf(caller), {
      prepare,
      statement: `select * from public.former_people('${JSON.stringify(asked)}')`,
    });
    return refusal ?? rows;
  }

  describe("an account that was deleted", () => {
    const gone = () => [deleted("northColleague")];
    const asked = () => [{ id: idOf("northColleague") }];
    const inherit = (caller: PersonName) => [...gone(), inherits(caller, "northColleague")];
    const answer = (mine: boolean) => [{ id: idOf("northColleague"), mine, managed: !mine }];

    test("belongs to the person who now has its address, even in another company", async () => {
      for (const caller of ["technician", "otherTechnician"] as const) {
        expect(await learned(caller, inherit(caller), asked())).toEqual(answer(true));
      }
      // The address that a device claims has no effect.
      const claimed = [{ id: idOf("northColleague"), email: emailOf("technician") }];
      expect(await learned("technician", gone(), claimed)).toEqual([]);
    });

    test("does not belong to a person who has not confirmed its address", async () => {
      const unconfirmed = `update auth.users set email_confirmed_at = null
                           where id = '${idOf("technician")}'`;
      const prepare = [...inherit("technician"), unconfirmed];
      expect(await learned("technician", prepare, asked())).toEqual([]);
    });

    test("is matched by its last address: an earlier one may belong to another person by now", async () => {
      const moved = address("northColleague", "moved-on@policies.example");
      const claimed = [{ id: idOf("northColleague"), email: emailOf("northColleague") }];
      const prepare = [moved, ...inherit("technician")];
      expect(await learned("technician", prepare, claimed)).toEqual([]);
    });

    test("is managed by the administrators of its company and by super administrators", async () => {
      const elsewhere = [{ id: idOf("northColleague"), company_id: world().companies.south }];
      for (const caller of ["admin", "superAdmin"] as const) {
        expect(await learned(caller, gone(), elsewhere)).toEqual(answer(false));
      }
      for (const caller of ["technician", "otherAdmin", "companylessAdmin"] as const) {
        expect(await learned(caller, gone(), elsewhere)).toEqual([]);
      }
    });

    test("is managed by nobody while another account has its address", async () => {
      for (const caller of ["admin", "superAdmin"] as const) {
        expect(await learned(caller, inherit("stray"), asked())).toEqual([]);
      }
    });

    test("is shown to nobody who is suspended", async () => {
      for (const caller of ["suspendedTechnician", "suspendedAdmin"] as const) {
        expect(await learned(caller, inherit(caller), asked())).toBe("42501");
      }
    });

    test("deleted before the server kept records, is matched by what the device reports", async () => {
      const id = randomUUID();
      const seen = { id, email: emailOf("technician").toUpperCase() };
      expect(await learned("technician", [], [seen])).toEqual([{ id, mine: true, managed: false }]);
      expect(await learned("roleless", [], [seen])).toEqual([]);
      const { north } = world().companies;
      expect(await learned("admin", [], [{ id, email: null, company_id: north }])).toEqual([
        { id, mine: false, managed: true },
      ]);
      expect(await learned("otherAdmin", [], [{ id, company_id: north }])).toEqual([]);
      expect(await learned("companylessAdmin", [], [{ id, company_id: null }])).toEqual([]);
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

  describe("the logs that a deleted account had sent", () => {
    const logsOf = (person: PersonName) =>
      `array(select id from public.agent_logs where user_id = '${idOf(person)}'
             or former_user_id = '${idOf(person)}')`;

    async function taken(caller: ActorName, prepare: string[], items = logsOf("northColleague")) {
      const { rows, refusal } = await runAs(sql(), idOf(caller), {
        // Collected with the owner's rights, because the caller cannot see the logs.
        prepare: [
          ...prepare,
          "create temp table given (items uuid[]) on commit drop",
          `insert into given select ${items}`,
          "grant select on given to authenticated",
        ],
        statement: "select public.take_over_logs((select items from given))",
        look: `select count(*)::int as rows from public.agent_logs where user_id = '${idOf(caller)}'`,
      });
      return refusal ?? rows[0]?.rows;
    }

    const own = async (person: PersonName) =>
      (
        await sql()(`select count(*)::int as rows from public.agent_logs
                    where user_id = '${idOf(person)}'`)
      )[0]?.rows as number;

    test("go to the person who has its address, and to nobody else", async () => {
      const gone = [deleted("northColleague")];
      const before = await own("technician");
      const more = await own("northColleague");
      expect(more).toBeGreaterThan(0);
      const inherited = [...gone, inherits("technician", "northColleague")];
      expect(await taken("technician", inherited)).toBe(before + more);
      expect(await taken("technician", gone)).toBe(before);
      expect(
        await taken("technician", [...gone, address("technician", "else@policies.example")]),
      ).toBe(before);
      expect(await taken("admin", gone)).toBe(await own("admin"));
    });

    test("go on to the next account with its address when another one had taken them over", async () => {
      const before = await own("technician");
      const more = (await own("northColleague")) + (await own("otherTechnician"));
      const prepare = [
        deleted("northColleague"),
        inherits("otherTechnician", "northColleague"),
        `update public.agent_logs set user_id = '${idOf("otherTechnician")}'
         where former_user_id = '${idOf("northColleague")}'`,
        deleted("otherTechnician"),
        inherits("technician", "northColleague"),
      ];
      expect(await taken("technician", prepare, logsOf("otherTechnician"))).toBe(before + more);
    });

    test("are given also to an app that names the account", async () => {
      const { refusal } = await runAs(sql(), idOf("technician"), {
        prepare: [],
        statement: `select public.take_over_logs(former => '${randomUUID()}', items => '{}')`,
      });
      expect(refusal).toBeNull();
    });

    test("stay where they are when nobody was deleted, and other people's logs always stay", async () => {
      const before = await own("technician");
      expect(await taken("technician", [])).toBe(before);
      const inherited = [deleted("northColleague"), inherits("technician", "northColleague")];
      const others = [deleted("roleless"), ...inherited];
      expect(await taken("technician", others, logsOf("roleless"))).toBe(before);
      expect(await taken("technician", inherited, logsOf("admin"))).toBe(before);
    });
  });
}

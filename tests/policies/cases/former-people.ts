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
 * Checks who learns about which deleted account, and who gets the logs it had sent. By SQL, so that
 * a deletion can be rolled back.
 */
export function checkFormerPeople(world: () => World, sql: () => Sql): void {
  const idOf = (person: PersonName) => world().idOf(person);
  const deleted = (person: PersonName = "northColleague") =>
    `delete from auth.users where id = '${idOf(person)}'`;
  const update = (person: PersonName, values: string) =>
    `update auth.users set ${values} where id = '${idOf(person)}'`;
  /** From then on the caller has the address that the deleted colleague had. */
  const inherits = (caller: PersonName) => update(caller, `email = '${emailOf("northColleague")}'`);

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

    test("does not belong to a person who has not confirmed its address", async () => {
      const prepare = [
        ...inherited("technician"),
        update("technician", "email_confirmed_at = null"),
      ];
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
        expect(await learned(caller, [], [{ id, ...report }])).toEqual(answer);
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

  describe("the logs that a deleted account had sent", () => {
    const logsOf = (person: PersonName) =>
      `array(select id from public.agent_logs where user_id = '${idOf(person)}'
             or former_user_id = '${idOf(person)}')`;
    const count = (person: PersonName) =>
      `select count(*)::int as rows from public.agent_logs where user_id = '${idOf(person)}'`;
    const own = async (person: PersonName) => Number((await sql()(count(person)))[0]?.rows);

    /** How many more logs the caller has after these statements and the call. */
    async function taken(
      caller: ActorName,
      prepare: string[],
      of: PersonName = "northColleague",
    ): Promise<unknown> {
      const { rows, refusal } = await runAs(sql(), idOf(caller), {
        // Collected with the owner's rights, because the caller cannot see the logs.
        prepare: [
          ...prepare,
          "create temp table given (items uuid[]) on commit drop",
          `insert into given select ${logsOf(of)}`,
          "grant select on given to authenticated",
        ],
        statement: "select public.take_over_logs((select items from given))",
        look: count(caller),
      });
      return refusal ?? Number(rows[0]?.rows) - (await own(caller));
    }

    test("go to the person who has its address, and to nobody else", async () => {
      const all = await own("northColleague");
      expect(all).toBeGreaterThan(0);
      const elsewhere = update("technician", "email = 'else@policies.example'");
      expect(await taken("technician", [deleted(), inherits("technician")])).toBe(all);
      expect(await taken("technician", [deleted()])).toBe(0);
      expect(await taken("technician", [deleted(), elsewhere])).toBe(0);
      expect(await taken("admin", [deleted()])).toBe(0);
    });

    test("go on to the next account with its address when another one had taken them over", async () => {
      const prepare = [
        deleted(),
        inherits("otherTechnician"),
        `update public.agent_logs set user_id = '${idOf("otherTechnician")}'
         where former_user_id = '${idOf("northColleague")}'`,
        deleted("otherTechnician"),
        inherits("technician"),
      ];
      const all = (await own("northColleague")) + (await own("otherTechnician"));
      expect(await taken("technician", prepare, "otherTechnician")).toBe(all);
    });

    test("are given also to an app that names the account", async () => {
      const { refusal } = await runAs(sql(), idOf("technician"), {
        statement: `select public.take_over_logs(former => '${randomUUID()}', items => '{}')`,
      });
      expect(refusal).toBeNull();
    });

    test("stay where they are when nobody was deleted, and other people's logs always stay", async () => {
      expect(await taken("technician", [])).toBe(0);
      const inherited = [deleted(), inherits("technician")];
      const others = [deleted("roleless"), ...inherited];
      expect(await taken("technician", others, "roleless")).toBe(0);
      expect(await taken("technician", inherited, "admin")).toBe(0);
    });
  });
}

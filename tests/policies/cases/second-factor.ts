import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signIn } from "#tests/support/backend.ts";
import { enrolFactor } from "#tests/support/second-factor.ts";
import {
  addNewcomer,
  NEWCOMER_PASSWORD,
  type Newcomer,
  removeNewcomers,
} from "../world/newcomers.ts";
import { type Method, type Row, send } from "../world/rest.ts";
import type { World } from "../world/world.ts";

interface Administrator extends Newcomer {
  /** The token of a session with a second factor. */
  raised: string;
}

const TO_CHANGE = "Set up a second factor in Settings and sign in with it before you change this.";

/**
 * Checks a company that requires a second factor of its administrators, by real sessions; in
 * `assurance.ts` is every write.
 */
export function checkSecondFactor(world: () => World): void {
  describe("where a second factor is required", () => {
    const company = randomUUID();
    let people: { admin: Administrator; superAdmin: Administrator; technician: Newcomer };

    beforeAll(async () => {
      await world().asServer("POST", "companies", {
        body: { id: company, name: "Careful", require_second_factor: true },
      });
      people = {
        admin: await addAdministrator("admin"),
        superAdmin: await addAdministrator("super_admin"),
        technician: await addHere("field_tech"),
      };
    });
    afterAll(async () => {
      await removeNewcomers(world(), Object.values(people));
      await world().asServer("DELETE", `companies?id=eq.${company}`);
    });

    async function addHere(role: "field_tech" | "admin" | "super_admin"): Promise<Newcomer> {
      const newcomer = await addNewcomer(world(), role);
      const path = `profiles?id=eq.${newcomer.id}`;
      await world().asServer("PATCH", path, { body: { company_id: company } });
      return newcomer;
    }

    async function addAdministrator(role: "admin" | "super_admin"): Promise<Administrator> {
      const newcomer = await addHere(role);
      const { accessToken: raised } = await enrolFactor(world().backend, newcomer.token);
      // Enrolling the second factor has ended the previous session.
      const path = `profiles?id=eq.${newcomer.id}`;
      const [profile] = (await world().asServer("GET", path)).rows;
      const again = await signIn(world().backend, String(profile?.email), NEWCOMER_PASSWORD);
      return { ...newcomer, token: again.accessToken, raised };
    }

    const request = (token: string, method: Method, path: string, body?: Row) =>
      send(world().backend, token, method, path, {
        headers: { prefer: "return=representation" },
        ...(body && { body }),
      });
    const profile = () => `profiles?id=eq.${people.technician.id}`;

    describe.each(["admin", "superAdmin"] as const)("%s", (role) => {
      test("writes only with their second factor", async () => {
        const { token, raised } = people[role];
        const change = { can_use_voice_agent: true };
        const without = await request(token, "PATCH", profile(), change);
        expect(without).toMatchObject({
          status: 403,
          message: "Sign in with your second factor first.",
        });
        expect((await request(raised, "PATCH", profile(), change)).rows).toHaveLength(1);
      });

      test("reads without it", async () => {
        for (const path of [profile(), `company_overview?id=eq.${company}`]) {
          expect((await request(people[role].token, "GET", path)).rows).toHaveLength(1);
        }
      });
    });

    test.each(["admin", "superAdmin", "technician"] as const)(
      "%s stores notes without it",
      async (role) => {
        const { id, token } = people[role];
        const body = { user_id: id, agent_type: "voice", input_type: "voice" };
        expect((await request(token, "POST", "agent_logs", body)).message).toBeNull();
      },
    );

    test("technicians need no second factor", async () => {
      const { token } = people.technician;
      expect((await request(token, "GET", profile())).rows).toHaveLength(1);
      const change = { can_use_snap_agent: true };
      expect((await request(token, "PATCH", profile(), change)).code).toBeNull();
    });

    test("super administrators follow the rule of their own company", async () => {
      const token = world().tokenOf("superAdmin");
      const change = { can_use_label_agent: true };
      expect((await request(token, "PATCH", profile(), change)).rows).toHaveLength(1);
    });

    test("only a super administrator with a second factor changes the requirement", async () => {
      const { north } = world().companies;
      const { admin, superAdmin } = people;
      const change = (token: string, id: string, required: boolean, more: Row = {}) =>
        request(token, "PATCH", `companies?id=eq.${id}`, {
          ...{ require_second_factor: required, ...more },
        });
      const without = world().tokenOf("superAdmin");
      for (const [id, required] of [
        [north, true],
        [company, false],
      ] as const) {
        const reply = await change(without, id, required);
        expect(reply).toMatchObject({ status: 403, message: TO_CHANGE });
        expect((await change(admin.raised, id, required)).rows).toEqual([]);
      }
      for (const required of [false, true]) {
        expect((await change(superAdmin.raised, company, required)).rows).toMatchObject([
          { require_second_factor: required },
        ]);
      }
      // A change of the name in the same statement is refused as well.
      expect((await change(without, north, true, { name: "Other" })).status).toBe(403);
      const { rows } = await world().asServer("GET", `companies?id=eq.${north}`);
      expect(rows).toMatchObject([{ name: "North" }]);
    });
  });
}

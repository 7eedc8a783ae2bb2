import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signIn } from "#tests/support/backend.ts";
import { enrolFactor } from "#tests/support/second-factor.ts";
import {
  addNewcomer,
  callFunction,
  NEWCOMER_PASSWORD,
  type Newcomer,
  removeNewcomers,
} from "../world/newcomers.ts";
import { type Method, type Reply, type Row, send } from "../world/rest.ts";
import { filesOf } from "../world/storage-api.ts";
import type { World } from "../world/world.ts";

interface Administrator extends Newcomer {
  email: string;
  /** The token of a session with a second factor. */
  raised: string;
}

/** A write that administrators do. */
interface Write {
  name: string;
  /** Sends the write. @returns the status, the message, and whether a row was written */
  send(token: string, me: string): Promise<{ status: number; done: boolean; message: string }>;
}

const WORDS = /^Your company requires a second factor of administrators\./;

/** Checks a company that requires a second factor of its administrators. */
export function checkSecondFactor(world: () => World): void {
  describe("where a second factor is required", () => {
    const company = randomUUID();
    let admin: Administrator;
    let superAdmin: Administrator;
    let technician: Newcomer;
    let writes: Write[];

    beforeAll(async () => {
      await world().asServer("POST", "companies", {
        body: { id: company, name: "Careful", require_second_factor: true },
      });
      admin = await addAdministrator("admin");
      superAdmin = await addAdministrator("super_admin");
      technician = await addNewcomer(world(), "field_tech");
      await moveHere(technician);
      writes = listWrites();
    });
    afterAll(async () => {
      await removeNewcomers(world(), [admin, superAdmin, technician]);
      await world().asServer("DELETE", `companies?id=eq.${company}`);
    });

    const moveHere = ({ id }: Newcomer) =>
      world().asServer("PATCH", `profiles?id=eq.${id}`, { body: { company_id: company } });

    async function addAdministrator(role: "admin" | "super_admin"): Promise<Administrator> {
      const newcomer = await addNewcomer(world(), role);
      await moveHere(newcomer);
      const { accessToken } = await enrolFactor(world().backend, newcomer.token);
      // Enrolling the second factor has ended the previous session.
      const [profile] = (await world().asServer("GET", `profiles?id=eq.${newcomer.id}`)).rows;
      const email = String(profile?.email);
      const again = await signIn(world().backend, email, NEWCOMER_PASSWORD);
      return { ...newcomer, email, token: again.accessToken, raised: accessToken };
    }

    /** One write of each kind; `assurance.ts` tries all tables. */
    function listWrites(): Write[] {
      return [
        row("PATCH", `profiles?id=eq.${technician.id}`, () => ({ can_use_voice_agent: true })),
        row("POST", "vocabulary_terms", (me) => ({
          ...{ company_id: company, term: "HX-200", created_by: me },
        })),
        row("DELETE", `vocabulary_terms?company_id=eq.${company}`),
      ];
    }

    function row(method: Method, path: string, body?: (me: string) => Row): Write {
      return {
        name: `${method} ${path.split("?")[0]}`,
        async send(token, me) {
          const headers = { prefer: "return=representation" };
          const options = body ? { body: body(me), headers } : { headers };
          const reply = await send(world().backend, token, method, path, options);
          const { status, rows, message } = reply;
          return { status, done: rows.length > 0, message: message ?? "" };
        },
      };
    }

    test.each(["admin", "superAdmin"] as const)(
      "%s writes only with their second factor",
      async (role) => {
        const me = { admin, superAdmin }[role];
        for (const write of writes) {
          const without = await write.send(me.token, me.id);
          expect([write.name, without.done]).toEqual([write.name, false]);
          expect(without.message).toMatch(WORDS);
          expect([write.name, without.status]).toEqual([write.name, 403]);
          const raised = await write.send(me.raised, me.id);
          expect([write.name, raised.done, raised.message]).toEqual([
            write.name,
            true,
            expect.anything(),
          ]);
        }
      },
    );

    test.each(["admin", "superAdmin"] as const)(
      "%s adds and deletes files only with it",
      async (role) => {
        const { token, raised } = { admin, superAdmin }[role];
        const files = filesOf(world());
        const path = `${company}/plan.pdf`;
        expect(await files.upload({ token }, path, "Plan")).toBe("refused");
        expect(await files.upload({ token: raised }, path, "Plan")).toBe("done");
        await files.remove({ token }, [path]);
        expect(await files.download("service", path)).toBe("Plan");
        await files.remove({ token: raised }, [path]);
        expect(await files.download("service", path)).toBeNull();
      },
    );

    test.each(["admin", "superAdmin"] as const)(
      "%s reads, and stores notes, without it",
      async (role) => {
        const me = { admin, superAdmin }[role];
        for (const path of [
          `profiles?id=eq.${technician.id}`,
          `company_overview?id=eq.${company}`,
        ]) {
          expect((await send(world().backend, me.token, "GET", path)).rows).toHaveLength(1);
        }
        await writesOwnNote(me);
      },
    );

    test("technicians need no second factor", async () => {
      await writesOwnNote(technician);
      const path = `profiles?id=eq.${technician.id}`;
      expect((await send(world().backend, technician.token, "GET", path)).rows).toHaveLength(1);
      const change = { body: { can_use_snap_agent: true } };
      expect(
        (await send(world().backend, technician.token, "PATCH", path, change)).code,
      ).toBeNull();
    });

    async function writesOwnNote({ id, token }: Newcomer): Promise<void> {
      const body = { user_id: id, agent_type: "voice", input_type: "voice" };
      const reply = await send(world().backend, token, "POST", "agent_logs", { body });
      expect(reply.message).toBeNull();
    }

    test("super administrators follow the rule of their own company", async () => {
      const path = `profiles?id=eq.${technician.id}`;
      const body = { can_use_label_agent: true };
      const headers = { prefer: "return=representation" };
      expect((await world().as("superAdmin", "PATCH", path, { body, headers })).rows).toHaveLength(
        1,
      );
    });

    test("people are created and deleted only with a second factor", async () => {
      const body = {
        ...{ email: `${randomUUID()}@newcomers.example`, password: "for-a-while" },
        ...{ full_name: "New", role: "field_tech", company_id: company },
        ...{ can_use_snap_agent: false, can_use_voice_agent: false },
      };
      const call = async (token: string, name: string, input: object) => {
        const reply = await callFunction(world(), token, name, input);
        return { status: reply.status, body: await reply.json() };
      };
      const refused = { status: 403, body: { error: { code: "second_factor_required" } } };
      expect(await call(admin.token, "create-user", body)).toMatchObject(refused);
      // The refusal comes before the body is read.
      expect(await call(admin.token, "create-user", {})).toMatchObject(refused);
      const created = await call(admin.raised, "create-user", body);
      expect(created.status).toBe(200);
      const input = { user_id: created.body.user.id };
      expect(await call(admin.token, "delete-user", input)).toMatchObject(refused);
      expect(await call(admin.raised, "delete-user", input)).toMatchObject({ status: 200 });
    });

    test("only a super administrator with a second factor changes the requirement", async () => {
      const { north } = world().companies;
      const change = async (token: string, id: string, required: boolean): Promise<Reply> =>
        send(world().backend, token, "PATCH", `companies?id=eq.${id}`, {
          body: { require_second_factor: required },
          headers: { prefer: "return=representation" },
        });
      for (const [id, required] of [
        [north, true],
        [company, false],
      ] as const) {
        const reply = await change(world().tokenOf("superAdmin"), id, required);
        expect([reply.status, reply.message]).toEqual([
          403,
          "Set up a second factor in Settings and sign in with it before you change this.",
        ]);
        expect((await change(admin.raised, id, required)).rows).toEqual([]);
      }
      for (const required of [false, true]) {
        expect((await change(superAdmin.raised, company, required)).rows).toMatchObject([
          { require_second_factor: required },
        ]);
      }
      // A change of the name in the same statement is refused as well.
      const both = { name: "Other", require_second_factor: true };
      const path = `companies?id=eq.${north}`;
      expect((await world().as("superAdmin", "PATCH", path, { body: both })).status).toBe(403);
      expect((await world().asServer("GET", path)).rows).toMatchObject([{ name: "North" }]);
    });
  });
}

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tableNames } from "../expected/expectations.ts";
import { takeSnapshot } from "../world/effect.ts";
import { authAdmin, callFunction, plantedPerson } from "../world/newcomers.ts";
import type { Method, Row } from "../world/rest.ts";
import { type Files, filesOf } from "../world/storage-api.ts";
import { manualOf, tables } from "../world/tables.ts";
import type { World } from "../world/world.ts";

/**
 * Tries something, and resolves with its outcome: "nothing" when no row matched, else why it was
 * refused.
 */
type Attempt = () => Promise<string>;

/**
 * Everything that an administrator of one company, with their own session, must not get from
 * another company, from super administrators or from their own role: by REST, storage, the
 * functions and Auth. Each attempt is refused or finds nothing, and changes nothing.
 */
export function checkAdministrator(world: () => World): void {
  const north = () => world().companies.north;
  const south = () => world().companies.south;
  const me = () => world().idOf("admin");
  const colleague = () => world().idOf("northColleague");
  const chief = () => world().idOf("northChief");
  const stranger = () => world().idOf("southColleague");
  const stray = () => world().idOf("stray");

  const send = async (method: Method, path: string, body?: Row): Promise<string> => {
    const headers = { prefer: "return=representation" };
    const reply = await world().as("admin", method, path, body ? { body, headers } : { headers });
    if (reply.code !== null) return `refused: ${reply.status}`;
    return reply.rows.length === 0 ? "nothing" : JSON.stringify(reply.rows);
  };
  const reads = (path: () => string) => () => send("GET", path());
  const deletes = (path: () => string) => () => send("DELETE", path());
  const changes = (path: () => string, body: () => Row) => () => send("PATCH", path(), body());
  const adds = (table: string, body: () => Row) => () => send("POST", table, body());

  const calls = (name: string, body: () => Row) => async () => {
    const reply = await callFunction(world(), world().tokenOf("admin"), name, body());
    const answer = await reply.json();
    return reply.ok ? JSON.stringify(answer) : `refused: ${reply.status} ${answer.error.code}`;
  };
  const asksAuth = (method: string, path: () => string, body?: object) => async () => {
    const session = { authorization: `Bearer ${world().tokenOf("admin")}` };
    const apikey = world().backend.publishableKey;
    const answers = [];
    for (const headers of [
      { apikey },
      { apikey, ...session },
      { apikey: world().backend.secretKey, ...session },
      session,
      {},
    ]) {
      const reply = await authAdmin(world(), method, path(), { headers, ...(body && { body }) });
      answers.push(reply.status);
      await reply.text();
    }
    return answers.every((status) => status === 401 || status === 403)
      ? "refused: 401 or 403"
      : String(answers);
  };
  const newPerson = () => plantedPerson(north());

  let files: Files;
  const manual = () => `${south()}/manual.pdf`;
  const own = () => `${north()}/own.pdf`;

  const attempts: Record<string, Attempt> = {
    "read another company": reads(() => `companies?id=eq.${south()}`),
    "read another company's figures": reads(() => `company_overview?id=eq.${south()}`),
    "read another company's people": reads(() => `profiles?company_id=eq.${south()}`),
    "read a person without a company": reads(() => `profiles?id=eq.${stray()}`),
    "read another company's roles": reads(() => `user_roles?user_id=eq.${stranger()}`),
    "read another company's files": reads(() => `knowledge_base?company_id=eq.${south()}`),
    "read another company's passages": reads(() => `knowledge_chunks?company_id=eq.${south()}`),
    "read another company's activity": reads(() => `agent_logs?company_id=eq.${south()}`),
    "read another company's detailed logs": reads(
      () => `detailed_agent_logs?company_id=eq.${south()}`,
    ),
    "read what was done for another company's people": reads(
      () => `account_resets?company_id=eq.${south()}`,
    ),
    "read what was done for people without a company": reads(
      () => "account_resets?company_id=is.null",
    ),
    "write that something was done": adds("account_resets", () => ({
      ...{ company_id: north(), actor_id: chief(), person_id: colleague() },
      action: "temporary_password",
    })),
    "delete what was written down of themselves": deletes(
      () => `account_resets?actor_id=eq.${me()}`,
    ),
    "read any company's prompts": reads(() => "ai_prompt_settings"),
    "read another company's vocabulary": reads(() => `vocabulary_terms?company_id=eq.${south()}`),
    "add a term to another company": adds("vocabulary_terms", () => ({
      ...tables.vocabulary_terms.newRow({ actor: me(), person: me(), company: south() }),
    })),
    "read another company's golden set": reads(() => `golden_questions?company_id=eq.${south()}`),
    "add a golden question to another company": adds("golden_questions", () => ({
      ...tables.golden_questions.newRow({ actor: me(), person: me(), company: south() }),
    })),
    "delete another company's golden set": deletes(
      () => `golden_questions?company_id=eq.${south()}`,
    ),
    "read another company's ratings": reads(() => `answer_feedback?company_id=eq.${south()}`),
    "read another company's answers": reads(() => `answers_to_review?company_id=eq.${south()}`),
    "delete another company's vocabulary": deletes(
      () => `vocabulary_terms?company_id=eq.${south()}`,
    ),
    "read a colleague's conversation": reads(
      () => `ask_agent_conversations?user_id=eq.${colleague()}`,
    ),
    "download another company's file": async () =>
      (await files.download("admin", manual())) === null ? "refused" : "the file",
    "get a signed address of another company's file": async () =>
      (await files.sign("admin", manual())) ? "an address" : "refused",
    "list another company's folder": async () =>
      (await files.list("admin", `${south()}/`)).join() || "nothing",
    "rename another company": changes(
      () => `companies?id=eq.${south()}`,
      () => ({ name: "Mine" }),
    ),
    "rename their own company": changes(
      () => `companies?id=eq.${north()}`,
      () => ({ name: "Mine" }),
    ),
    "delete another company": deletes(() => `companies?id=eq.${south()}`),
    "add a company": adds("companies", () => ({ name: "Mine" })),
    "suspend somebody of another company": changes(
      () => `profiles?id=eq.${stranger()}`,
      () => ({ status: "suspended" }),
    ),
    "give agents to a person of another company": changes(
      () => `profiles?id=eq.${stranger()}`,
      () => ({ can_use_voice_agent: true }),
    ),
    "move a person of another company to their own": changes(
      () => `profiles?id=eq.${stranger()}`,
      () => ({ company_id: north() }),
    ),
    "move a person without a company to their own": changes(
      () => `profiles?id=eq.${stray()}`,
      () => ({ company_id: north() }),
    ),
    "move a person to another company": changes(
      () => `profiles?id=eq.${colleague()}`,
      () => ({ company_id: south() }),
    ),
    "move to another company": changes(
      () => `profiles?id=eq.${me()}`,
      () => ({ company_id: south() }),
    ),
    "raise the role of a person of another company": changes(
      () => `user_roles?user_id=eq.${stranger()}`,
      () => ({ role: "admin" }),
    ),
    "add a file to another company": adds("knowledge_base", () => ({
      ...tables.knowledge_base.newRow({ actor: me(), person: me(), company: south() }),
    })),
    "change which agents use another company's file": changes(
      () => `knowledge_base?company_id=eq.${south()}`,
      () => ({ allowed_agents: [] }),
    ),
    "delete another company's file": deletes(() => `knowledge_base?company_id=eq.${south()}`),
    "give a file to another company": changes(
      () => `knowledge_base?id=eq.${manualOf(north())}`,
      () => ({ company_id: south() }),
    ),
    "add a passage to another company": adds("knowledge_chunks", () => ({
      ...tables.knowledge_chunks.newRow({ actor: me(), person: me(), company: south() }),
    })),
    "delete another company's passages": deletes(() => `knowledge_chunks?company_id=eq.${south()}`),
    "write a log in somebody else's name": adds("agent_logs", () => ({
      ...tables.agent_logs.newRow({ actor: me(), person: colleague(), company: north() }),
    })),
    "change a log": changes(
      () => `agent_logs?company_id=eq.${north()}`,
      () => ({ output_summary: "Nothing happened." }),
    ),
    "delete logs": deletes(() => `agent_logs?company_id=eq.${north()}`),
    "delete detailed logs": deletes(() => `detailed_agent_logs?company_id=eq.${north()}`),
    "change a prompt": changes(
      () => `ai_prompt_settings?company_id=eq.${north()}`,
      () => ({ prompt_value: "Obey me.", updated_by: me() }),
    ),
    "upload into another company's folder": () =>
      files.upload("admin", `${south()}/1700000000000_planted.pdf`, "planted"),
    "upload over another company's file": () =>
      files.upload("admin", manual(), "planted", { upsert: true }),
    "upload to another company through an encoded path": () =>
      files.upload("admin", `${north()}/..%2F${south()}%2Fplanted.pdf`, "planted"),
    "upload outside every folder": () => files.upload("admin", "planted.pdf", "planted"),
    "move a file to another company": async () => {
      await files.move("admin", own(), `${south()}/moved.pdf`);
      return "refused";
    },
    "move another company's file to their own folder": async () => {
      await files.move("admin", manual(), `${north()}/taken.pdf`);
      return "refused";
    },
    "delete another company's file from storage": async () => {
      await files.remove("admin", [manual()]);
      return "refused";
    },
    "raise their own role": changes(
      () => `user_roles?user_id=eq.${me()}`,
      () => ({ role: "super_admin" }),
    ),
    "delete their own role": deletes(() => `user_roles?user_id=eq.${me()}`),
    "add a second role to themselves": adds("user_roles", () => ({
      user_id: me(),
      role: "super_admin",
    })),
    "grant super_admin": changes(
      () => `user_roles?user_id=eq.${colleague()}`,
      () => ({ role: "super_admin" }),
    ),
    "grant super_admin to a person without a role": adds("user_roles", () => ({
      user_id: world().idOf("roleless"),
      role: "super_admin",
    })),
    "suspend themselves": changes(
      () => `profiles?id=eq.${me()}`,
      () => ({ status: "suspended" }),
    ),
    "suspend a super administrator": changes(
      () => `profiles?id=eq.${chief()}`,
      () => ({ status: "suspended" }),
    ),
    "demote a super administrator": changes(
      () => `user_roles?user_id=eq.${chief()}`,
      () => ({ role: "field_tech" }),
    ),
    "delete a super administrator's role": deletes(() => `user_roles?user_id=eq.${chief()}`),
    "delete a super administrator": calls("delete-user", () => ({ user_id: chief() })),
    "create somebody in another company": calls("create-user", () => ({
      ...newPerson(),
      company_id: south(),
    })),
    "create a super administrator": calls("create-user", () => ({
      ...newPerson(),
      role: "super_admin",
    })),
    "create somebody whose address is taken": calls("create-user", () => ({
      ...newPerson(),
      email: "southChief@policies.example",
    })),
    "delete somebody of another company": calls("delete-user", () => ({ user_id: stranger() })),
    "delete somebody without a company": calls("delete-user", () => ({ user_id: stray() })),
    "delete a person who does not exist": calls("delete-user", () => ({ user_id: randomUUID() })),
    "delete themselves": calls("delete-user", () => ({ user_id: me() })),
    "create somebody through Auth": asksAuth("POST", () => "users", {
      email: "planted@policies.example",
      password: "made-for-tests",
      email_confirm: true,
    }),
    "delete somebody through Auth": asksAuth("DELETE", () => `users/${colleague()}`),
  };

  describe("an administrator does not", () => {
    let before: unknown;
    beforeAll(async () => {
      files = filesOf(world());
      for (const path of [manual(), own()]) await files.upload("service", path, "as it was");
      before = await everything();
    });
    afterAll(() => files.remove("service", [manual(), own()]));

    async function everything(): Promise<unknown> {
      const rows: unknown[] = [];
      for (const table of tableNames) rows.push([...(await takeSnapshot(world(), table))]);
      const folders = [north(), south(), ""].map((folder) => files.list("service", folder));
      return {
        rows,
        objects: await Promise.all(folders),
        contents: [
          await files.download("service", manual()),
          await files.download("service", own()),
        ],
      };
    }

    test.each(Object.entries(attempts))("%s", async (_, attempt) => {
      expect(await attempt()).toMatch(/^(nothing|refused(: .+)?)$/);
      expect(await everything()).toEqual(before);
    });
  });
}

import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { functionReach, functionUrls, rpcReach } from "../expected/expected-functions.ts";
import { actorNames } from "../world/people.ts";
import type { World } from "../world/world.ts";

const callers = ["anon", ...actorNames] as const;

/** A body that each database function accepts, so that only a missing right can refuse it. */
const parameters: Record<keyof typeof rpcReach, (person: string) => object> = {
  search_knowledge: () => ({ query: "filter", agent: "label_agent", max_results: 3 }),
  set_own_full_name: () => ({ full_name: "Named By Themselves" }),
  set_own_speech_language: () => ({ language: "es" }),
  former_people: (person) => ({ asked: [{ id: person, email: null, company_id: null }] }),
  take_over_logs: (person) => ({ former: person, items: [randomUUID()] }),
  search_knowledge_for: (person) => ({
    ...{ person, query: "filter", agent: "label_agent", max_results: 3 },
  }),
  claim_agent_request: (person) => ({
    ...{ person, key: randomUUID(), called: "voice-transcribe", hash: "h" },
    ...{ lease_seconds: 1, per_minute: 1, per_day: 1 },
  }),
  finish_agent_request: (person) => ({
    ...{ person, key: randomUUID(), token: randomUUID(), status: 200, reply: {}, entry: {} },
  }),
  release_agent_request: (person) => ({
    ...{ person, key: randomUUID(), token: randomUUID(), entry: {} },
  }),
  begin_account_reset: (person) => ({
    ...{ caller: person, person, wanted: "recovery_link", per_caller: 1, per_person: 1 },
  }),
  finish_account_reset: () => ({ reset: randomUUID(), outcome: "done" }),
  log_refused_agent_request: (person) => ({ person, key: randomUUID(), entry: {} }),
};

/** Every database function that REST offers, and every server function, × every person. */
export function checkReachOfFunctions(world: () => World): void {
  describe.each(Object.entries(rpcReach))("rpc/%s", (name, reach) => {
    test("has an expectation for every caller", () => {
      expect(Object.keys(reach)).toEqual([...callers]);
    });

    test.each(callers)("answers %s as the expectations state", async (caller) => {
      const person = caller === "anon" ? randomUUID() : world().idOf(caller);
      const body = parameters[name as keyof typeof rpcReach](person);
      const { status, code } = await world().as(caller, "POST", `rpc/${name}`, { body });
      const found = status < 300 ? "answered" : code === "42501" ? "refused" : `${status} ${code}`;
      expect(found).toBe(reach[caller]?.call);
    });
  });

  describe("the server functions", () => {
    let names: string[];
    beforeAll(async () => {
      const entries = await readdir(new URL("../../../supabase/functions/", import.meta.url), {
        withFileTypes: true,
      });
      names = entries
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
        .map(({ name }) => name);
    });

    test("are exactly those of the expectations", () => {
      expect(names.sort()).toEqual([...functionUrls].sort());
    });

    test.each(callers)("check the rights of %s before they read the body", async (caller) => {
      const { url, publishableKey } = world().backend;
      const found: Record<string, number> = {};
      for (const name of functionUrls) {
        const reply = await fetch(`${url}/functions/v1/${name}`, {
          method: "POST",
          headers: {
            apikey: publishableKey,
            "content-type": "application/json",
            ...(caller !== "anon" && { authorization: `Bearer ${world().tokenOf(caller)}` }),
          },
          body: '{"half',
        });
        found[name] = reply.status;
        await reply.text();
      }
      expect(found).toEqual(
        Object.fromEntries(
          functionUrls.map((name) => [name, Number(functionReach[caller]?.[name])]),
        ),
      );
    });
  });
}

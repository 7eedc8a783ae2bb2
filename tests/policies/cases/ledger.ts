import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { LEDGER_FUNCTIONS } from "../expected/expected-functions.ts";
import { watch } from "../world/effect.ts";
import { actorNames } from "../world/people.ts";
import type { Row } from "../world/rest.ts";
import type { World } from "../world/world.ts";

/** The functions of the request ledger: their rules, and that only the server may call them. */
export function checkLedger(world: () => World): void {
  const person = () => world().idOf("northColleague");
  const entry = (status: string) => ({
    agent_type: "voice_agent",
    action_type: "transcribe",
    status,
  });
  const call = async (name: string, body: Row): Promise<Row> =>
    (await world().asServer("POST", `rpc/${name}`, { body })).rows[0] ?? {};
  const claim = (key: string, changes: Row = {}) =>
    call("claim_agent_request", {
      ...{ person: person(), key, called: "voice-transcribe", hash: "a body" },
      ...{ lease_seconds: 60, per_minute: 1000, per_day: 1000 },
      ...changes,
    });
  const finish = (key: string, token: unknown) =>
    call("finish_agent_request", {
      ...{ person: person(), key, token, status: 200, reply: { summary: "Done." } },
      entry: entry("success"),
    });
  const release = (key: string, token: unknown) =>
    call("release_agent_request", { person: person(), key, token, entry: entry("failed") });
  const detailsOf = async (key: string) =>
    (await world().asServer("GET", `detailed_agent_logs?request_key=eq.${key}`)).rows;

  describe("the request ledger", () => {
    test.each(["anon", ...actorNames] as const)("is not accessible to %s", async (actor) => {
      const key = randomUUID();
      const bodies: Record<string, Row> = {
        begin_agent_request: {
          ...{ person: person(), session: randomUUID(), by_password: false, key },
          ...{ called: "voice-transcribe", hash: "a body", lease_seconds: 60 },
          ...{ per_minute: 1000, per_day: 1000, permission: null, needs_company: false },
          ...{ prompts: [], most_terms: 0 },
        },
        claim_agent_request: {
          ...{ person: person(), key, called: "voice-transcribe", hash: "a body" },
          ...{ lease_seconds: 60, per_minute: 1000, per_day: 1000 },
        },
        finish_agent_request: {
          ...{ person: person(), key, token: randomUUID(), status: 200, reply: {} },
          entry: entry("success"),
        },
        release_agent_request: {
          ...{ person: person(), key, token: randomUUID(), entry: entry("failed") },
        },
        log_refused_agent_request: { person: person(), key, entry: entry("rate_limited") },
      };
      const requests = await watch(world(), "agent_requests");
      const details = await watch(world(), "detailed_agent_logs");
      for (const name of LEDGER_FUNCTIONS) {
        const statement = () =>
          world().as(actor, "POST", `rpc/${name}`, { body: bodies[name] ?? {} });
        const effects = [
          ...(await requests.effectsOf([statement])),
          ...(await details.effectsOf([statement])),
        ];
        expect({ name, effects }).toEqual({ name, effects: ["refused", "refused"] });
      }
    });

    test("repeats the first reply of a finished request, and keeps one detailed row of it", async () => {
      const key = randomUUID();
      const { token, ...claimed } = await claim(key);
      expect(claimed).toEqual({ outcome: "claimed" });
      expect(await claim(key)).toMatchObject({ outcome: "in_flight" });
      expect(await claim(key, { hash: "another body" })).toEqual({ outcome: "other_body" });
      expect(await finish(key, token)).toEqual({ outcome: "stored" });
      expect(await claim(key)).toEqual({
        outcome: "finished",
        status: 200,
        reply: { summary: "Done." },
      });
      const stored = await world().asServer("GET", `agent_requests?request_key=eq.${key}`);
      expect(stored.rows).toMatchObject([{ reply: { summary: "Done." } }]);
      expect(await detailsOf(key)).toMatchObject([
        {
          user_id: person(),
          company_id: world().companies.north,
          status: "success",
          total_tokens: null,
        },
      ]);
    });

    test("gives the claim to one of many simultaneous callers", async () => {
      const key = randomUUID();
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => claim(key)));
      expect(outcomes.filter(({ outcome }) => outcome === "claimed")).toHaveLength(1);
      expect(outcomes.filter(({ outcome }) => outcome === "in_flight")).toHaveLength(7);
    });

    test("gives a crashed claim to the next caller, and tells the late first one that it lost the claim", async () => {
      const key = randomUUID();
      const { token: late } = await claim(key, { lease_seconds: 0 });
      const { token, outcome } = await claim(key);
      expect(outcome).toBe("claimed");
      expect(await finish(key, late)).toEqual({ outcome: "lost" });
      expect(await release(key, late)).toEqual({ outcome: "lost" });
      expect(await detailsOf(key)).toEqual([]);
      expect(await finish(key, token)).toEqual({ outcome: "stored" });
    });

    test("keeps one row per request, with its latest outcome", async () => {
      const key = randomUUID();
      const { token } = await claim(key);
      expect(await release(key, token)).toEqual({ outcome: "released" });
      expect(await detailsOf(key)).toMatchObject([{ status: "failed" }]);
      const { token: second } = await claim(key);
      await finish(key, second);
      await call("log_refused_agent_request", {
        ...{ person: person(), key, entry: entry("rate_limited") },
      });
      expect(await detailsOf(key)).toMatchObject([{ status: "success" }]);
    });

    test("counts refused calls in one row a minute, or one a day for a suspended person", async () => {
      const refused = world().idOf("otherTechnician");
      const suspended = world().idOf("suspendedTechnician");
      const refuse = (id: string, key: string, agent_type = "ask_agent") =>
        call("log_refused_agent_request", {
          ...{ person: id, key },
          entry: { ...entry("rate_limited"), agent_type, error_message: key },
        });
      const rowsOf = async (id: string) =>
        (
          await world().asServer(
            "GET",
            `detailed_agent_logs?user_id=eq.${id}&refused_since=not.is.null&order=created_at`,
          )
        ).rows as (Row & { request_count: number; refused_since: string })[];

      const keys = Array.from({ length: 30 }, () => randomUUID());
      for (const key of keys) await refuse(refused, key);
      await Promise.all(keys.map(() => refuse(refused, randomUUID(), "label_agent")));
      const rows = await rowsOf(refused);
      const counted = (agent: string) =>
        rows
          .filter(({ agent_type }) => agent_type === agent)
          .reduce((sum, { request_count }) => sum + request_count, 0);
      expect([counted("ask_agent"), counted("label_agent")]).toEqual([30, 30]);
      // For each agent the minute may have ended meanwhile, which starts another row.
      expect(rows.length).toBeLessThanOrEqual(4);
      expect(rows.some(({ error_message }) => error_message === keys.at(-1))).toBe(true);

      for (const key of keys) await refuse(suspended, key);
      const ofSuspended = await rowsOf(suspended);
      expect(ofSuspended.length).toBeLessThanOrEqual(2);
      expect(ofSuspended[0]?.refused_since).toMatch(/T00:00:00/);
    });

    test("counts a refused call once, however often it is sent", async () => {
      const key = randomUUID();
      const other = randomUUID();
      const refuse = (it: string) =>
        call("log_refused_agent_request", {
          ...{ person: person(), key: it },
          entry: { ...entry("error"), agent_type: "snap_agent" },
        });
      for (const _ of [1, 2, 3]) await refuse(key);
      expect(await detailsOf(key)).toMatchObject([{ status: "error", request_count: 1 }]);
      await refuse(other);

      const { token } = await claim(key);
      expect(await finish(key, token)).toEqual({ outcome: "stored" });
      expect(await detailsOf(key)).toMatchObject([
        { status: "success", request_count: 1, refused_since: null },
      ]);
      const { rows } = await world().asServer(
        "GET",
        `detailed_agent_logs?user_id=eq.${person()}&agent_type=eq.snap_agent&refused_since=not.is.null`,
      );
      expect(rows.reduce((sum, row) => sum + Number(row.request_count), 0)).toBe(1);
    });

    test("enforces the rate limit of a person and function", async () => {
      const called = `paced-${randomUUID()}`;
      const pace = { called, per_minute: 2, per_day: 100 };
      const first = randomUUID();
      expect(await claim(first, pace)).toMatchObject({ outcome: "claimed" });
      expect(await claim(randomUUID(), pace)).toMatchObject({ outcome: "claimed" });
      const refused = await claim(randomUUID(), pace);
      expect(refused).toMatchObject({ outcome: "rate_limited" });
      expect(refused.retry_after).toBeGreaterThan(0);
      expect(refused.retry_after).toBeLessThanOrEqual(60);
      // Sending the same request again does not count as another one.
      expect(await claim(first, pace)).toMatchObject({ outcome: "in_flight" });
      const daily = await claim(randomUUID(), { called, per_minute: 100, per_day: 2 });
      expect(daily).toMatchObject({ outcome: "rate_limited" });
      expect(daily.retry_after).toBeGreaterThan(60);
    });
  });
}

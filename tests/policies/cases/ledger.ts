import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Row } from "../world/rest.ts";
import type { World } from "../world/world.ts";

/** The rules of the request ledger that the tests of the server functions do not show. */
export function checkLedger(world: () => World): void {
  const person = () => world().idOf("northColleague");
  const entry = (status: string, cost: Row = {}) => ({
    agent_type: "voice_agent",
    action_type: "transcribe",
    status,
    ...cost,
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

  const refuse = (id: string, key: string, agent_type = "voice_agent") =>
    call("log_refused_agent_request", {
      ...{ person: id, key },
      entry: { ...entry("rate_limited"), agent_type, error_message: key },
    });
  const refusedRowsOf = async (id: string) => {
    const path = `detailed_agent_logs?user_id=eq.${id}&refused_since=not.is.null&order=created_at`;
    return (await world().asServer("GET", path)).rows;
  };
  const counted = (rows: Row[], agent: string) =>
    rows
      .filter(({ agent_type }) => agent_type === agent)
      .reduce((sum, { request_count }) => sum + Number(request_count), 0);

  describe("the request ledger", () => {
    test("gives the claim to one of many simultaneous callers", async () => {
      const key = randomUUID();
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => claim(key)));
      expect(outcomes.filter(({ outcome }) => outcome === "claimed")).toHaveLength(1);
      expect(outcomes.filter(({ outcome }) => outcome === "in_flight")).toHaveLength(7);
    });

    test("keeps one row per request, with its latest outcome", async () => {
      const key = randomUUID();
      const { token } = await claim(key);
      expect(await release(key, token)).toEqual({ outcome: "released" });
      expect(await detailsOf(key)).toMatchObject([{ status: "failed" }]);
      const { token: second } = await claim(key);
      await finish(key, second);
      await refuse(person(), key);
      expect(await detailsOf(key)).toMatchObject([{ status: "success" }]);
    });

    test("adds up what the attempts of a request used, and knows no sum without each cost", async () => {
      const used = (total_tokens: number, estimated_cost: number | null) => ({
        ...{ ai_model: "a-model", input_token_count: 1, completion_tokens: 2 },
        ...{ total_tokens, estimated_cost },
      });
      for (const [cost, sum] of [
        [0.25, 0.75],
        [null, null],
      ] as const) {
        const key = randomUUID();
        const attempt = { person: person(), key, token: (await claim(key)).token };
        await call("release_agent_request", { ...attempt, entry: entry("failed", used(10, cost)) });
        await refuse(person(), key);
        const again = { ...attempt, token: (await claim(key)).token, status: 200, reply: {} };
        await call("finish_agent_request", { ...again, entry: entry("success", used(5, 0.5)) });
        const [row = {}] = await detailsOf(key);
        expect(row).toMatchObject({ input_token_count: 2, completion_tokens: 4, total_tokens: 15 });
        expect(row.estimated_cost === null ? null : Number(row.estimated_cost)).toBe(sum);
      }
    });

    test("counts refused calls in one row a minute, or one a day for a suspended person", async () => {
      const refused = world().idOf("otherTechnician");
      const suspended = world().idOf("suspendedTechnician");
      const keys = Array.from({ length: 30 }, () => randomUUID());
      for (const key of keys) await refuse(refused, key, "ask_agent");
      await Promise.all(keys.map(() => refuse(refused, randomUUID(), "label_agent")));
      const rows = await refusedRowsOf(refused);
      for (const agent of ["ask_agent", "label_agent"]) expect(counted(rows, agent)).toBe(30);
      // For each agent the minute may have ended meanwhile, which starts another row.
      expect(rows.length).toBeLessThanOrEqual(4);
      expect(rows.some(({ error_message }) => error_message === keys.at(-1))).toBe(true);

      for (const key of keys) await refuse(suspended, key, "ask_agent");
      const ofSuspended = await refusedRowsOf(suspended);
      expect(ofSuspended.length).toBeLessThanOrEqual(2);
      expect(ofSuspended[0]?.refused_since).toMatch(/T00:00:00/);
    });

    test("counts a refused call once, however often it is sent", async () => {
      const key = randomUUID();
      for (const _ of [1, 2, 3]) await refuse(person(), key, "snap_agent");
      expect(await detailsOf(key)).toMatchObject([{ status: "rate_limited", request_count: 1 }]);
      await refuse(person(), randomUUID(), "snap_agent");

      const { token } = await claim(key);
      expect(await finish(key, token)).toEqual({ outcome: "stored" });
      expect(await detailsOf(key)).toMatchObject([
        { status: "success", request_count: 1, refused_since: null },
      ]);
      expect(counted(await refusedRowsOf(person()), "snap_agent")).toBe(1);
    });
  });
}

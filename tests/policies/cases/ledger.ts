import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Row } from "../world/rest.ts";
import type { World } from "../world/world.ts";

/** The rules of the request ledger that the tests of the server functions do not show. */
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
  });
}

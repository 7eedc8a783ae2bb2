import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Backend, rest, signIn, startBackend } from "#tests/support/backend.ts";

const password = "field-demo";
const tech = "tech@demo.example";
const admin = "admin@demo.example";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(async () => {
  await backend.stop();
});

describe("access rights", () => {
  test.each(["/rest/v1/profiles", "/auth/v1/user", "/auth/v1/settings"])(
    "without a key %s is refused",
    async (path) => {
      const { accessToken } = await signIn(backend, tech, password);
      for (const headers of [{}, { authorization: `Bearer ${accessToken}` }, { apikey: "guess" }]) {
        expect((await fetch(backend.url + path, { headers })).status).toBe(401);
      }
    },
  );

  test.each([
    ["companies", { name: "Mine" }],
    ["profiles", { status: "active" }],
    ["user_roles", { role: "super_admin" }],
    ["ai_prompt_settings", { description: "Mine" }],
    ["vocabulary_terms", { term: "Mine" }],
    ["agent_logs", { input_data: "Mine" }],
    ["detailed_agent_logs", { action_type: "mine" }],
    ["agent_requests", { state: "open" }],
  ])("without a session, %s can be neither read nor changed", async (table, values) => {
    for (const [method, body] of [
      ["GET", undefined],
      ["POST", values],
      ["PATCH", values],
      ["DELETE", undefined],
    ] as const) {
      const reply = await rest(backend, "anon", method, table, body);
      expect(reply, method).toMatchObject({ status: 401, body: { code: "42501" } });
    }
  });

  test("the column grants of the migrations stay unchanged", async () => {
    const boss = await signIn(backend, "super@demo.example", password);
    const { userId } = await signIn(backend, tech, password);
    const path = `profiles?id=eq.${userId}`;
    const allowed = await rest(backend, boss.accessToken, "PATCH", path, {
      can_use_snap_agent: true,
    });
    expect(allowed.status).toBe(204);
    for (const column of [{ email: "other@demo.example" }, { id: randomUUID() }]) {
      const refused = await rest(backend, boss.accessToken, "PATCH", path, column);
      expect(refused).toMatchObject({ status: 403, body: { code: "42501" } });
    }
    const added = await rest(backend, boss.accessToken, "POST", "profiles", { id: randomUUID() });
    const deleted = await rest(backend, boss.accessToken, "DELETE", path);
    const ledger = await rest(backend, boss.accessToken, "GET", "agent_requests?limit=1");
    expect([added.status, deleted.status, ledger.status]).toEqual([403, 403, 403]);
  });

  test("invalid column values and malformed sign-ins are refused as the client's errors", async () => {
    const { accessToken } = await signIn(backend, admin, password);
    for (const [table, values] of [
      ["knowledge_base", { allowed_agents: true }],
      ["knowledge_base", { allowed_agents: { all: true } }],
      ["agent_logs", { captured_at: 2 ** 53 }],
    ] as const) {
      const reply = await rest(backend, accessToken, "POST", table, values);
      expect(reply).toMatchObject({ status: 400, body: { code: "22P02" } });
    }
    const headers = { apikey: backend.publishableKey, "content-type": "application/json" };
    for (const [path, body] of [
      ["token?grant_type=password", { email: "a\0b", password }],
      ["token?grant_type=refresh_token", { refresh_token: {} }],
      ["recover", { email: true }],
      ["recover", { email: "\ud800@demo.example" }],
      ["recover", { email: tech, type: "recovery" }],
      ["token?grant_type=password", { email: tech, password, phone: null }],
    ] as const) {
      const reply = await fetch(`${backend.url}/auth/v1/${path}`, {
        ...{ method: "POST", headers, body: JSON.stringify(body) },
      });
      expect([path, reply.status]).toEqual([path, 400]);
      expect(await reply.json()).toMatchObject({ error_code: "validation_failed" });
    }
  });

  test("only the server may call the ledger's functions", async () => {
    const { accessToken, userId } = await signIn(backend, tech, password);
    const claim = {
      person: userId,
      key: randomUUID(),
      called: "voice-transcribe",
      hash: "h",
      lease_seconds: 60,
      per_minute: 20,
      per_day: 500,
    };
    const path = "rpc/claim_agent_request";
    expect((await rest(backend, "anon", "POST", path, claim)).status).toBe(401);
    expect((await rest(backend, accessToken, "POST", path, claim)).status).toBe(403);
    expect(await rest(backend, "service", "POST", path, claim)).toMatchObject({
      status: 200,
      body: { outcome: "claimed" },
    });
  });

  test("internal schemas cannot be reached through REST", async () => {
    for (const schema of ["auth", "private", "storage", "supabase_migrations"]) {
      const reply = await rest(backend, "service", "GET", "users", undefined, {
        "accept-profile": schema,
      });
      expect(reply.status).toBe(406);
    }
  });

  test("simultaneous requests each run as their own person", async () => {
    const people = await Promise.all(
      ["super@demo.example", admin, tech].map((email) => signIn(backend, email, password)),
    );
    const asked = Array.from({ length: 120 }, async (_, turn) => {
      const as = turn % 4;
      const person = people[as];
      if (!person) {
        const reply = await rest(backend, "anon", "GET", "profiles?select=id");
        return reply.status;
      }
      if (as === 2 && turn % 8 === 2) {
        // A failing statement must roll back only its own transaction.
        await rest(backend, person.accessToken, "POST", "agent_logs", { agent_type: "none" });
      }
      const id = randomUUID();
      const written = await rest(backend, person.accessToken, "POST", "agent_logs", {
        id,
        user_id: person.userId,
        agent_type: "voice",
        input_type: "voice",
      });
      expect(written.status).toBe(201);
      const seen = await rest<{ id: string }[]>(
        backend,
        person.accessToken,
        "GET",
        "profiles?select=id",
      );
      const kept = await rest(backend, "service", "GET", `agent_logs?id=eq.${id}&select=user_id`);
      expect(kept.body).toEqual([{ user_id: person.userId }]);
      return seen.body.length;
    });
    const answers = await Promise.all(asked);
    answers.forEach((answer, turn) => {
      expect(answer, `request ${turn}`).toBe([3, 2, 1, 401][turn % 4]);
    });
  });
});

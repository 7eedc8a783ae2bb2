import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { rest, signIn } from "#tests/support/backend.ts";
import { DEMO, post, runningBackend } from "#tests/support/running-backend.ts";

const tech = "tech@demo.example";
const admin = "admin@demo.example";
const backend = runningBackend();

test.each(["/rest/v1/profiles", "/auth/v1/user", "/auth/v1/settings"])(
  "without a key %s is refused",
  async (path) => {
    const { accessToken } = await signIn(backend, tech, DEMO);
    for (const headers of [{}, { authorization: `Bearer ${accessToken}` }, { apikey: "guess" }]) {
      expect((await fetch(backend.url + path, { headers })).status).toBe(401);
    }
  },
);

test("invalid column values and malformed sign-ins are refused as the client's errors", async () => {
  const { accessToken } = await signIn(backend, admin, DEMO);
  for (const [table, values] of [
    ["knowledge_base", { allowed_agents: true }],
    ["knowledge_base", { allowed_agents: { all: true } }],
    ["agent_logs", { captured_at: 2 ** 53 }],
  ] as const) {
    const reply = await rest(backend, accessToken, "POST", table, values);
    expect(reply).toMatchObject({ status: 400, body: { code: "22P02" } });
  }
  for (const [path, body] of [
    ["token?grant_type=password", { email: "a\0b", password: DEMO }],
    ["token?grant_type=refresh_token", { refresh_token: {} }],
    ["recover", { email: true }],
    ["recover", { email: "\ud800@demo.example" }],
    ["recover", { email: tech, type: "recovery" }],
    ["token?grant_type=password", { email: tech, password: DEMO, phone: null }],
  ] as const) {
    const reply = await post(backend, `auth/v1/${path}`, body);
    expect([path, reply.status]).toEqual([path, 400]);
    expect(await reply.json()).toMatchObject({ error_code: "validation_failed" });
  }
});

test("simultaneous requests each run as their own person", async () => {
  const people = await Promise.all(
    ["super@demo.example", admin, tech].map((email) => signIn(backend, email, DEMO)),
  );
  const asked = Array.from({ length: 120 }, async (_, turn) => {
    const as = turn % 4;
    const person = people[as];
    if (!person) return (await rest(backend, "anon", "GET", "profiles?select=id")).status;
    const { accessToken, userId: user_id } = person;
    // A failing statement must roll back only its own transaction.
    if (turn % 8 === 2)
      await rest(backend, accessToken, "POST", "agent_logs", { agent_type: "no" });
    const id = randomUUID();
    const row = { id, user_id, agent_type: "voice", input_type: "voice" };
    expect((await rest(backend, accessToken, "POST", "agent_logs", row)).status).toBe(201);
    const seen = await rest<unknown[]>(backend, accessToken, "GET", "profiles?select=id");
    const kept = await rest(backend, "service", "GET", `agent_logs?id=eq.${id}&select=user_id`);
    expect(kept.body).toEqual([{ user_id }]);
    return seen.body.length;
  });
  const answers = await Promise.all(asked);
  answers.forEach((answer, turn) => {
    expect(answer, `request ${turn}`).toBe([3, 2, 1, 401][turn % 4]);
  });
});

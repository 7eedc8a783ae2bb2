import { describe, expect, test } from "vitest";
import { benchForTests } from "#tests/support/agent-bench.ts";
import { AGENTS, callsOf, JSON_AGENTS, refusalOf } from "#tests/support/agents.ts";
import { refusalSchema } from "../contracts/refusal.ts";

/* An invalid request is refused before it costs anything. */
const bench = benchForTests();
const setProfile = (assignment: string) =>
  bench.backend.sql(`update public.profiles set ${assignment} where id = $1`, [bench.tess.id]);

describe.each(AGENTS)("$name refuses, without asking the provider,", (agent) => {
  const { handler, key, send, rowsOf } = callsOf(agent, bench);

  /** Expects a refusal of a signed-in person, with its row and without a claim. */
  async function expectNoted(reply: Response, refusal: object) {
    expect(await refusalOf(reply)).toMatchObject(refusal);
    expect(bench.provider.calls).toEqual([]);
    expect(await rowsOf("agent_requests")).toEqual([]);
    expect(await rowsOf("detailed_agent_logs")).toMatchObject([
      {
        ...{ request_key: key(), agent_type: agent.agent, status: "error", total_tokens: null },
        error_message: expect.any(String),
      },
    ]);
  }

  test.each(["GET", "PUT", "DELETE", "PATCH"])("%s", async (method) => {
    const reply = await handler()(new Request("http://functions.test/x", { method }));
    expect(await refusalOf(reply)).toMatchObject({ status: 405, code: "method_not_allowed" });
  });

  test.each<[string, () => string]>([
    ["no token", () => ""],
    ["a token that is none", () => "Bearer nonsense"],
    ["an expired token", () => `Bearer ${bench.backend.expire(bench.tess.accessToken)}`],
    ["the public key", () => `Bearer ${bench.backend.publishableKey}`],
    [
      "a token whose claims were changed",
      () => `Bearer ${bench.tess.accessToken.replace(/\.[^.]+\./, ".eyJzdWIiOiJ4In0.")}`,
    ],
  ])("%s, without a row", async (_, authorization) => {
    const reply = await send(agent.body, { headers: { Authorization: authorization() } });
    expect(await refusalOf(reply)).toMatchObject({ status: 401, code: "unauthorized" });
    expect(bench.provider.calls).toEqual([]);
    expect(await rowsOf("detailed_agent_logs")).toEqual([]);
  });

  test("a person whose account was deleted", async () => {
    await bench.backend.sql("delete from auth.users where id = $1", [bench.tess.id]);
    expect(await refusalOf(await send())).toMatchObject({ status: 401, code: "unauthorized" });
    expect(bench.provider.calls).toEqual([]);
  });

  test("a suspended person with an earlier token", async () => {
    await setProfile("status = 'suspended'");
    await expectNoted(await send(), { status: 403, code: "suspended" });
  });

  if (agent.agent !== "ask_agent") {
    test("a person without access to it", async () => {
      await setProfile(`can_use_${agent.agent} = false`);
      await expectNoted(await send(), { status: 403, code: "no_agent_access" });
    });
  }

  if (!agent.worksAlone) {
    test("a person without a company, and names the company as the reason", async () => {
      await setProfile("company_id = null, can_use_label_agent = false");
      const reply = await send();
      const { message } = refusalSchema.parse(await reply.clone().json()).error;
      expect(message).toContain("company");
      await expectNoted(reply, { status: 403, code: "no_company" });
    });
  }

  test("a key that is not a UUID", async () => {
    const key = "note-1";
    expect(await refusalOf(await send(agent.body, { key }))).toEqual({
      status: 400,
      code: "malformed",
      field: "Idempotency-Key",
    });
    expect(await rowsOf("detailed_agent_logs")).toMatchObject([{ status: "error" }]);
  });

  test.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ["an empty body", ""],
    ["text", "hello"],
    ["JSON that breaks off", '{"question": "wh'],
    ["bytes that are no text", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ["very deep JSON", `{"x":${"[".repeat(50_000)}${"]".repeat(50_000)}}`],
  ])("%s", async (_, body) => {
    await expectNoted(await send(body), { status: 400, code: "malformed" });
  });

  test("an upload that is cut off, but not for good", async () => {
    const broken = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(100)),
      pull: (controller) => controller.error(new Error("connection lost")),
    });
    await expectNoted(await send(broken), { status: 408, code: "internal" });
  });

  test("a body whose header says that it is too large, without reading it", async () => {
    const unread = new ReadableStream({ pull: () => expect.fail("read") }, { highWaterMark: 0 });
    const headers = { "Content-Length": String(64 * 1024 * 1024) };
    await expectNoted(await send(unread, { headers }), { status: 413, code: "too_large" });
  });
});

describe.each(JSON_AGENTS)("the largest body of $name", ({ bodyLimit, ...agent }) => {
  const { send } = callsOf(agent, bench);

  test("is accepted, also with unknown fields, and refused with one byte more", async () => {
    const body = JSON.stringify({ ...agent.body, more: { __proto__: 1 } });
    const refused = await send(body.padEnd(bodyLimit + 1));
    expect(await refusalOf(refused)).toMatchObject({ status: 413, code: "too_large" });
    expect((await send(body.padEnd(bodyLimit))).status).toBe(200);
  });
});

describe.each(AGENTS)("a request to $name", (agent) => {
  const { handler, request, send, rowsOf } = callsOf(agent, bench);

  test("is accepted without a key, and each time counts as a new one", async () => {
    for (const _ of [1, 2]) {
      const withoutKey = request();
      withoutKey.headers.delete("Idempotency-Key");
      expect((await handler()(withoutKey)).status).toBe(200);
    }
    expect(await rowsOf("detailed_agent_logs")).toHaveLength(2);
  });

  test("with a verified token is refused once its session has ended", async () => {
    expect((await send()).status).toBe(200);
    await bench.backend.sql("delete from auth.sessions where user_id = $1", [bench.tess.id]);
    expect(await refusalOf(await send())).toMatchObject({ status: 401, code: "unauthorized" });
    expect(await rowsOf("detailed_agent_logs")).toHaveLength(1);
  });

  if (agent.worksAlone) {
    test("is answered for a person without a company", async () => {
      await setProfile("company_id = null");
      expect((await send()).status).toBe(200);
    });
  }
});

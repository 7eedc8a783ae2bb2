import { describe, expect, test } from "vitest";
import { benchForTests } from "#tests/support/agent-bench.ts";
import { AGENTS, callsOf, refusalOf } from "#tests/support/agents.ts";
import type { Behaviour } from "#tests/support/ai-provider/behaviour.ts";
import { createSteppedClock } from "#tests/support/stepped-clock.ts";
import { BUILT_IN_PROMPTS } from "../contracts/built-in-prompts.ts";
import { CUT_OFF_NOTE } from "../contracts/question.ts";

const bench = benchForTests();
const setPrompt = (company: string, key: string, value: string) =>
  bench.backend.sql(
    `insert into public.ai_prompt_settings (company_id, prompt_key, prompt_value)
     values ($1, $2, $3)`,
    [company, key, value],
  );

describe.each(AGENTS)("the system prompt of $name", (agent) => {
  const { send } = callsOf(agent, bench);
  const key = `${agent.agent}_system_prompt` as const;

  test("is the built-in one or, followed by our rules, the company's own, whatever others have", async () => {
    await setPrompt((await bench.createTechnician()).companyId, key, "Theirs.");
    await send();
    await setPrompt(bench.tess.companyId, key, "Answer like a pirate. $&");
    await send(agent.body, { key: crypto.randomUUID() });
    const calls = bench.provider.callsTo("chat");
    expect(calls.map(({ messages }) => messages.map(({ role }) => role))).toEqual([
      ["system", "user"],
      ["system", "user"],
    ]);
    const [first = "", second = ""] = calls.map(({ messages }) => String(messages[0]?.content));
    expect(first.startsWith(BUILT_IN_PROMPTS[key])).toBe(true);
    // The summary of a recording rests on no document: it has no rules.
    const rules = agent.agent === "voice_agent" ? "" : "\n\nThe following rules";
    expect(second.startsWith(`Answer like a pirate. $&${rules}`)).toBe(true);
    expect(second).not.toContain(BUILT_IN_PROMPTS[key]);
  });
});

const times = (count: number, behaviour: Behaviour): Behaviour[] => Array(count).fill(behaviour);
const busy = (seconds: string): Behaviour => ({
  ...{ do: "status", status: 429, headers: { "Retry-After": seconds } },
});

describe.each(AGENTS)("the provider of $name", (agent) => {
  const { handler, request, send, calls, provider, rowsOf, expectOneAnswer } = callsOf(
    agent,
    bench,
  );

  test.each<[string, Behaviour, number]>([
    ["breaks once", { do: "status", status: 500 }, 1_000],
    ["drops the connection", { do: "drop" }, 1_000],
    ["sends no JSON", { do: "body", body: "<html>Sign in to the hotel</html>" }, 1_000],
    ["sends JSON of another shape", { do: "body", body: '{"error":null}' }, 1_000],
    ["wants a pause", busy("12"), 12_000],
    ["wants a pause of a fraction", busy("11.5"), 12_000],
    [
      "wants a pause until a time",
      { do: "status", status: 503, headers: { "Retry-After": "Mon, 05 Jan 2026 08:00:09 GMT" } },
      9_000,
    ],
  ])("%s and is asked again", async (_, behaviour, pause) => {
    const clock = createSteppedClock();
    provider(behaviour, { do: "answer", text: "At last." });
    expect((await handler({}, bench.ports(clock))(request())).status).toBe(200);
    expect(clock.slept).toEqual([pause]);
    expect(calls()).toHaveLength(2);
    await expectOneAnswer("At last.");
  });

  test.each<[string, Behaviour[], number, string]>([
    ["stays broken", times(3, { do: "status", status: 500, message: "on fire" }), 502, "30"],
    ["stays busy", times(3, { do: "status", status: 429 }), 503, "30"],
    ["refuses", [{ do: "status", status: 401, message: "Bad key sk-secret" }], 502, "300"],
    ["wants more time than there is", [busy("90")], 503, "90"],
    ["wants more than a day", [busy("1e9")], 503, "86400"],
    ["wants a time that has passed", times(3, busy("-5")), 503, "0"],
  ])("%s: noted as failed, and answered when sent again", async (_, behaviours, status, wait) => {
    provider(...behaviours);
    const reply = await handler({}, bench.ports(createSteppedClock()))(request());
    expect(reply.headers.get("Retry-After")).toBe(wait);
    expect(await reply.clone().text()).not.toMatch(/sk-secret|on fire/);
    expect(await refusalOf(reply)).toMatchObject({ status, code: "ai_failed" });
    expect(calls()).toHaveLength(behaviours.length);
    expect(await rowsOf("detailed_agent_logs")).toMatchObject([
      { status: "failed", output_text: null, error_message: expect.any(String) },
    ]);
    expect(await rowsOf("agent_requests")).toMatchObject([{ state: "open" }]);

    bench.provider.reset();
    provider({ do: "answer", text: "Back again." });
    expect((await send()).status).toBe(200);
    await expectOneAnswer("Back again.");
  });

  test("declines the contents: refused in words, without another attempt", async () => {
    provider({ do: "status", status: 400, message: "Rejected: content_policy_violation" });
    expect(await refusalOf(await send())).toMatchObject({ status: 422, code: "ai_declined" });
    expect(calls()).toHaveLength(1);
    expect(await rowsOf("detailed_agent_logs")).toMatchObject([{ status: "failed" }]);
  });

  test("only thinks: asked again, and what it thought is nowhere, but what it cost is noted", async () => {
    const message = { content: "<think>Perhaps 90 bar", reasoning_content: "Or 91 bar" };
    const usage = { prompt_tokens: 1000, completion_tokens: 500 };
    const body = JSON.stringify({ choices: [{ finish_reason: "length", message }], usage });
    bench.provider.respondWith(...times(3, { to: "chat", do: "body", body }));
    const ports = bench.ports(createSteppedClock());
    const reply = await handler({}, ports)(request());
    expect(await refusalOf(reply)).toMatchObject({ status: 502, code: "ai_failed" });
    expect(bench.provider.callsTo("chat")).toHaveLength(3);
    const [row] = await rowsOf("detailed_agent_logs");
    expect(row).toMatchObject({
      status: "failed",
      error_message: expect.stringMatching(/length$/),
    });
    expect(JSON.stringify([row, await rowsOf("agent_requests")])).not.toMatch(/9[01] bar/);
    // Each attempt was paid.
    const transcribed = agent.agent === "voice_agent" ? 161 : 0;
    expect(row?.total_tokens).toBe(4500 + transcribed);
  });

  test("ends its text at the limit of length, and the answer says so", async () => {
    const message = { content: agent.answer("The pump runs dry.") };
    const body = JSON.stringify({ choices: [{ finish_reason: "length", message }] });
    bench.provider.respondWith({ to: "chat", do: "body", body });
    expect(await (await send()).text()).toContain(CUT_OFF_NOTE);
    await expectOneAnswer(CUT_OFF_NOTE);
  });

  test("answers nothing for a minute", async () => {
    const clock = createSteppedClock();
    const startedAt = clock.now();
    provider(...times(3, { do: "hang" }));
    const sent = handler({}, bench.ports(clock))(request());
    for (const attempt of [1, 2, 3]) {
      await bench.provider.called(attempt);
      clock.runOut();
    }
    const reply = await sent;
    expect(reply.headers.get("Retry-After")).toBe("30");
    expect(await refusalOf(reply)).toMatchObject({ status: 503, code: "ai_failed" });
    expect(clock.now() - startedAt).toBe(60_000);
    expect(await rowsOf("detailed_agent_logs")).toMatchObject([
      { status: "failed", total_request_time_ms: 60_000 },
    ]);
    expect((await send()).status).toBe(200);
  });
});

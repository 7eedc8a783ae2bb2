import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AgentBench, startAgentBench, type Technician } from "#tests/support/agent-bench.ts";
import type { Behaviour } from "#tests/support/ai-provider/behaviour.ts";
import { createSteppedClock, type SteppedClock } from "#tests/support/stepped-clock.ts";
import { voiceRequest } from "#tests/support/voice-request.ts";
import { OWN_TRANSCRIBER } from "../_shared/ai/prices.ts";
import { refusalSchema } from "../_shared/contracts/refusal.ts";
import { createHandler } from "./handler.ts";

let bench: AgentBench;
let tess: Technician;
let clock: SteppedClock;

beforeAll(async () => {
  bench = await startAgentBench();
});
afterAll(() => bench.stop());
beforeEach(async () => {
  bench.provider.reset();
  tess = await bench.createTechnician();
  clock = createSteppedClock();
});

const key = randomUUID();

const send = (variables: Record<string, string> = {}) =>
  createHandler(
    bench.environment(variables),
    bench.ports(clock),
  )(voiceRequest({ accessToken: tess.accessToken, key }));

const refusalIn = async (reply: Response) => refusalSchema.parse(await reply.json()).error;

/** Expects that the attempt is logged with this row, and that the request can be sent again. */
async function expectGivenBack(row: Record<string, unknown> = {}) {
  expect(await bench.rowsOf("detailed_agent_logs", tess)).toMatchObject([
    { status: "failed", output_text: null, error_message: expect.any(String), ...row },
  ]);
  expect(await bench.rowsOf("agent_requests", tess)).toMatchObject([{ state: "open" }]);

  bench.provider.reset();
  expect((await send()).status).toBe(200);
  expect(await bench.rowsOf("detailed_agent_logs", tess)).toMatchObject([
    { status: "success", error_message: null },
  ]);
}

const times = (count: number, behaviour: Behaviour): Behaviour[] => Array(count).fill(behaviour);

describe("a recording is tried again and answered after", () => {
  test.each<[string, Behaviour, number]>([
    ["a server error", { do: "status", status: 500 }, 1_000],
    ["a broken connection", { do: "drop" }, 1_000],
    ["a reply that is no JSON", { do: "body", body: "<html>Sign in to the hotel</html>" }, 1_000],
    ["a reply of another shape", { do: "body", body: '{"error":null}' }, 1_000],
    ["a request to slow down", { do: "status", status: 429 }, 1_000],
    ["a request to wait", { do: "status", status: 429, headers: { "Retry-After": "12" } }, 12_000],
    [
      "a request to wait until a time",
      { do: "status", status: 503, headers: { "Retry-After": "Mon, 05 Jan 2026 08:00:09 GMT" } },
      9_000,
    ],
  ])("%s", async (_, behaviour, pause) => {
    bench.provider.respondWith(behaviour);
    expect((await send()).status).toBe(200);
    expect(clock.slept).toEqual([pause]);
    expect(bench.provider.callsTo("transcription")).toHaveLength(2);
    expect(await bench.rowsOf("detailed_agent_logs", tess)).toMatchObject([
      { status: "success", error_message: null },
    ]);
  });

  test("no answer in time", async () => {
    bench.provider.respondWith({ do: "hang" });
    const reply = send();
    await bench.provider.called(1);
    clock.runOut();
    expect((await reply).status).toBe(200);
  });

  test("two failures of the summary, without another transcription", async () => {
    bench.provider.respondWith(...times(2, { to: "chat", do: "status", status: 502 }));
    expect((await send()).status).toBe(200);
    expect(bench.provider.callsTo("transcription")).toHaveLength(1);
    expect(bench.provider.callsTo("chat")).toHaveLength(3);
    expect(clock.slept).toEqual([1_000, 2_000]);
  });
});

describe("a recording fails, and can be sent again,", () => {
  test("when the provider never answers in time", async () => {
    bench.provider.respondWith(...times(3, { do: "hang" }));
    const startedAt = clock.now();
    const answer = send();
    for (const attempt of [1, 2, 3]) {
      await bench.provider.called(attempt);
      clock.runOut();
    }
    const reply = await answer;
    expect(reply.status).toBe(503);
    expect(await refusalIn(reply)).toMatchObject({ code: "ai_failed" });
    expect(reply.headers.get("Retry-After")).toBe("30");
    expect(clock.now() - startedAt).toBe(60_000);
    await expectGivenBack({ ai_model: "gpt-4o-mini-transcribe", total_request_time_ms: 60_000 });
  });

  test("when the provider stays busy", async () => {
    bench.provider.respondWith(...times(3, { do: "status", status: 429 }));
    const reply = await send();
    expect(reply.status).toBe(503);
    expect(await refusalIn(reply)).toMatchObject({ code: "ai_failed" });
    expect(reply.headers.get("Retry-After")).toBe("30");
    expect(bench.provider.calls).toHaveLength(3);
    await expectGivenBack();
  });

  test("at once when the provider asks for a longer wait than is left", async () => {
    bench.provider.respondWith({ do: "status", status: 429, headers: { "Retry-After": "60" } });
    const reply = await send();
    expect(reply.status).toBe(503);
    expect(reply.headers.get("Retry-After")).toBe("60");
    expect(clock.slept).toEqual([]);
    expect(bench.provider.calls).toHaveLength(1);
    await expectGivenBack();
  });

  test("when the provider stays broken", async () => {
    bench.provider.respondWith(...times(3, { do: "status", status: 500, message: "on fire" }));
    const reply = await send();
    expect(reply.status).toBe(502);
    expect(reply.headers.get("Retry-After")).toBe("30");
    expect(await refusalIn(reply)).toEqual({
      code: "ai_failed",
      message: "The AI provider failed.",
    });
    await expectGivenBack({ error_message: expect.stringContaining("on fire") });
  });

  test("when the provider cannot be reached", async () => {
    const reply = await send({ OPENAI_BASE_URL: "http://127.0.0.1:9/v1" });
    expect(reply.status).toBe(502);
    await expectGivenBack({ error_message: expect.stringMatching(/./) });
  });

  test("when only the summary fails, and the transcription's usage is logged", async () => {
    bench.provider.respondWith(...times(3, { to: "chat", do: "body", body: "null" }));
    const reply = await send({
      AI_PRICES: '{"gpt-4o-mini-transcribe": {"input": 3, "output": 5}}',
    });
    expect(reply.status).toBe(502);
    await expectGivenBack({
      ai_model: "gpt-4o-mini-transcribe + gpt-4.1-mini",
      total_tokens: 161,
      // The cost of the failed calls is not known, so the total is not known either.
      estimated_cost: null,
    });
  });

  test.each([400, 401, 403, 404, 422])(
    "without another attempt when the provider refuses with %i",
    async (status) => {
      const message = `Incorrect API key sk-secret ${"x".repeat(5_000)}`;
      bench.provider.respondWith({ do: "status", status, message });
      const reply = await send();
      expect(reply.status).toBe(502);
      expect(await refusalIn(reply)).toEqual({
        code: "ai_failed",
        message: "The AI provider refused the request.",
      });
      expect(reply.headers.get("Retry-After")).toBe("300");
      expect(bench.provider.calls).toHaveLength(1);
      const [row] = await bench.rowsOf("detailed_agent_logs", tess);
      expect(row?.error_message).toContain(`Status ${status}`);
      expect(String(row?.error_message)).toHaveLength(1_000);
      await expectGivenBack();
    },
  );

  test("when a transcriber that is slow by nature has had its part of the recording's length", async () => {
    bench.provider.respondWith({ do: "hang" });
    const startedAt = clock.now();
    const answer = send({ AI_TRANSCRIBE_REAL_TIME_FACTOR: "0.5" });
    await bench.provider.called(1);
    // 63,219 bytes are 15.8 s of speech: it may take half of that longer than others.
    const budget = 60_000 + 7_903;
    const [request] = await bench.rowsOf("agent_requests", tess);
    const lease =
      Date.parse(String(request?.lease_until)) - Date.parse(String(request?.created_at));
    expect(lease).toBeGreaterThanOrEqual(budget + 30_000);
    clock.runOut();
    const reply = await answer;
    expect(reply.status).toBe(503);
    expect(clock.now() - startedAt).toBe(budget);
    expect(bench.provider.calls).toHaveLength(1);
    await expectGivenBack();
  });

  test("without another attempt, and for good, when the provider cannot decode it", async () => {
    bench.provider.respondWith({ do: "status", status: 415 });
    const reply = await send();
    expect(reply.status).toBe(415);
    expect(await refusalIn(reply)).toEqual({
      code: "undecodable",
      message: "The AI provider cannot read this file's format.",
    });
    expect(bench.provider.calls).toHaveLength(1);
    await expectGivenBack();
  });

  test("when no provider is set up", async () => {
    const reply = await send({ OPENAI_BASE_URL: "", OPENAI_API_KEY: "" });
    expect(reply.status).toBe(503);
    expect(await refusalIn(reply)).toMatchObject({ code: "ai_not_configured" });
    await expectGivenBack({ ai_model: null, total_tokens: null });
  });
});

describe("the transcriber is told", () => {
  const fieldsSent = async (variables: Record<string, string> = {}) => {
    bench.provider.reset();
    const reply = await createHandler(
      bench.environment(variables),
      bench.ports(clock),
    )(voiceRequest({ accessToken: tess.accessToken }));
    expect(reply.status).toBe(200);
    const {
      model: _,
      response_format: __,
      ...fields
    } = bench.provider.callsTo("transcription")[0]?.fields ?? {};
    return fields;
  };
  /** Adds entries to a vocabulary, each a second newer than the one before. */
  const addTerms = (companyId: string, entries: readonly (readonly [string, string | null])[]) =>
    bench.backend.sql(
      `insert into public.vocabulary_terms (company_id, term, heard, created_at)
       select $1, term, heard, now() + make_interval(secs => place)
       from unnest($2::text[], $3::text[]) with ordinality as entry (term, heard, place)`,
      [companyId, entries.map(([term]) => term), entries.map(([, heard]) => heard)],
    );

  test("nothing by a company without a vocabulary, or by a person without a company", async () => {
    const other = await bench.createTechnician();
    await addTerms(other.companyId, [["Theirs", null]]);
    expect(await fieldsSent()).toEqual({});
    await bench.backend.sql("update public.profiles set company_id = null where id = $1", [
      tess.id,
    ]);
    expect(await fieldsSent()).toEqual({});
  });

  test("the words of the company, the newest first, each once", async () => {
    await addTerms(tess.companyId, [
      ["contactor", "contractor"],
      ["contactor", "contact or"],
      ["HX-200", null],
    ]);
    expect(await fieldsSent()).toEqual({ prompt: "HX-200, contactor" });
  });

  test("no more words than it reads", async () => {
    await addTerms(
      tess.companyId,
      Array.from({ length: 1000 }, (_, n) => [`HX-${1000 + n}`, null] as const),
    );
    const { prompt = "" } = await fieldsSent();
    expect(prompt.length).toBeLessThanOrEqual(800);
    expect(prompt.length).toBeGreaterThan(780);
    expect(prompt.split(", ").slice(0, 2)).toEqual(["HX-1999", "HX-1998"]);
  });

  test("all words and replacements, where it is the own one, which corrects with them", async () => {
    await addTerms(tess.companyId, [
      ["contactor", "contractor"],
      ["HX-200", null],
    ]);
    const { prompt = "" } = await fieldsSent({ AI_TRANSCRIBE_MODEL: OWN_TRANSCRIBER });
    expect(JSON.parse(prompt)).toEqual([
      { term: "HX-200", heard: null },
      { term: "contactor", heard: "contractor" },
    ]);
  });

  test("the language that the person chose", async () => {
    await bench.backend.sql("update public.profiles set speech_language = 'es' where id = $1", [
      tess.id,
    ]);
    expect(await fieldsSent()).toEqual({ language: "es" });
  });
});

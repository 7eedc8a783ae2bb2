import { beforeEach, expect, test } from "vitest";
import { benchForTests } from "#tests/support/agent-bench.ts";
import { refusalOf } from "#tests/support/agents.ts";
import { type Behaviour, DEFAULT_TEXT } from "#tests/support/ai-provider/behaviour.ts";
import { createSteppedClock, type SteppedClock } from "#tests/support/stepped-clock.ts";
import { voiceForm } from "#tests/support/voice-request.ts";
import { OWN_TRANSCRIBER } from "../_shared/ai/prices.ts";
import { refusalSchema } from "../_shared/contracts/refusal.ts";
import { createHandler } from "./handler.ts";

const bench = benchForTests();
let clock: SteppedClock;
beforeEach(() => {
  clock = createSteppedClock();
});

const key = crypto.randomUUID();
const send = (variables: Record<string, string> = {}) =>
  bench.call(createHandler, "voice-transcribe", voiceForm(), {
    ...{ variables, key, ports: bench.ports(clock) },
  });
const times = (count: number, behaviour: Behaviour): Behaviour[] => Array(count).fill(behaviour);

/** Expects a failure with its row; the recording can be sent again. */
async function expectFailed(reply: Response, refusal: object) {
  const { error } = refusalSchema.parse(await reply.json());
  expect({ status: reply.status, ...error }).toMatchObject(refusal);
  expect(await bench.logged()).toMatchObject([
    { status: "failed", output_text: null, error_message: expect.any(String) },
  ]);
  expect(await bench.rowsOf("agent_requests", bench.tess)).toMatchObject([{ state: "open" }]);

  bench.provider.reset();
  expect((await send()).status).toBe(200);
  expect(await bench.logged()).toMatchObject([{ status: "success", error_message: null }]);
}

test("two failures of the summary need no other transcription", async () => {
  bench.provider.respondWith(...times(2, { to: "chat", do: "status", status: 502 }));
  expect((await send()).status).toBe(200);
  expect(bench.provider.callsTo("transcription")).toHaveLength(1);
  expect(bench.provider.callsTo("chat")).toHaveLength(3);
  expect(clock.slept).toEqual([1_000, 2_000]);
});

const failures = (count: number): Behaviour[] =>
  times(3 * count, { to: "chat", do: "body", body: "null" });
const PRICES = '{"gpt-4o-mini-transcribe": {"input": 3, "output": 5}}';

test("a recording whose summary fails can be sent again, and is transcribed and paid once", async () => {
  bench.provider.respondWith(...failures(1));
  const reply = await send({ AI_PRICES: PRICES });
  expect(await refusalOf(reply)).toMatchObject({ status: 502, code: "ai_failed" });
  expect(await bench.logged()).toMatchObject([
    {
      status: "failed",
      ai_model: "gpt-4o-mini-transcribe + gpt-4.1-mini",
      total_tokens: 161,
      // The cost of the failed calls is not known, so the total is not known either.
      estimated_cost: null,
    },
  ]);
  expect(await (await send({ AI_PRICES: PRICES })).json()).toEqual({
    ...{ success: true, transcription: DEFAULT_TEXT.transcription, summary: DEFAULT_TEXT.chat },
  });
  expect(bench.provider.callsTo("transcription")).toHaveLength(1);
  const [row] = await bench.logged();
  expect(row).toMatchObject({ status: "success", error_message: null, estimated_cost: null });
  expect(Number(row?.total_tokens)).toBeGreaterThan(161);
});

test("a recording whose summary fails again and again arrives with its words alone", async () => {
  bench.provider.respondWith(...failures(3));
  expect((await send()).status).toBe(502);
  expect((await send()).status).toBe(502);
  const reply = await (await send()).json();
  expect(reply).toEqual({
    ...{ success: true, transcription: DEFAULT_TEXT.transcription },
    ...{ summary: "", summary_failed: true },
  });
  expect(bench.provider.callsTo("transcription")).toHaveLength(1);
  expect(await (await send()).json()).toEqual(reply);
});

test("a recording whose summary is declined arrives with its words alone, at once", async () => {
  const body = JSON.stringify({ choices: [{ message: { content: null, refusal: "No." } }] });
  bench.provider.respondWith({ to: "chat", do: "body", body });
  expect(await (await send()).json()).toMatchObject({
    ...{ transcription: DEFAULT_TEXT.transcription, summary: "", summary_failed: true },
  });
  expect(bench.provider.callsTo("chat")).toHaveLength(1);
});

test.each([
  [413, "Maximum content size exceeded", { status: 413, code: "too_large" }],
  [400, "Audio file is too short.", { status: 422, code: "too_short" }],
])(
  "a recording that the provider refuses with %i %s is refused for good",
  async (status, message, refusal) => {
    bench.provider.respondWith({ do: "status", status, message });
    expect(await refusalOf(await send())).toMatchObject(refusal);
    expect(bench.provider.calls).toHaveLength(1);
  },
);

test("a recording fails, and can be sent again, when a transcriber that is slow by nature has had its part of the recording's length", async () => {
  bench.provider.respondWith({ do: "hang" });
  const startedAt = clock.now();
  const answer = send({ AI_TRANSCRIBE_REAL_TIME_FACTOR: "0.5" });
  await bench.provider.called(1);
  // 63,219 bytes are 15.8 s of speech: it may take half of that longer than others.
  const budget = 60_000 + 7_903;
  const [request] = await bench.rowsOf("agent_requests", bench.tess);
  const lease = Date.parse(String(request?.lease_until)) - Date.parse(String(request?.created_at));
  expect(lease).toBeGreaterThanOrEqual(budget + 30_000);
  clock.runOut();
  const reply = await answer;
  expect(clock.now() - startedAt).toBe(budget);
  expect(bench.provider.calls).toHaveLength(1);
  await expectFailed(reply, { status: 503, code: "ai_failed" });
});

test("a recording that the provider cannot decode fails for good, without another attempt", async () => {
  bench.provider.respondWith({ do: "status", status: 415 });
  const reply = await send();
  expect(bench.provider.calls).toHaveLength(1);
  const message = "The AI provider cannot read this file's format.";
  await expectFailed(reply, { status: 415, code: "undecodable", message });
});

const fieldsSent = async (variables: Record<string, string> = {}) => {
  bench.provider.reset();
  const reply = await send(variables);
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

test("the transcriber is told nothing by a company without a vocabulary, or by a person without a company", async () => {
  const other = await bench.createTechnician();
  await addTerms(other.companyId, [["Theirs", null]]);
  expect(await fieldsSent()).toEqual({});
  await bench.backend.sql("update public.profiles set company_id = null where id = $1", [
    bench.tess.id,
  ]);
  expect(await fieldsSent()).toEqual({});
});

test("the transcriber is told the words of the company, the newest first, each once", async () => {
  await addTerms(bench.tess.companyId, [
    ["contactor", "contractor"],
    ["contactor", "contact or"],
    ["HX-200", null],
  ]);
  expect(await fieldsSent()).toEqual({ prompt: "HX-200, contactor" });
});

test("the transcriber is told no more words than it reads", async () => {
  await addTerms(
    bench.tess.companyId,
    Array.from({ length: 1000 }, (_, n) => [`HX-${1000 + n}`, null] as const),
  );
  const { prompt = "" } = await fieldsSent();
  expect(prompt.length).toBeLessThanOrEqual(800);
  expect(prompt.length).toBeGreaterThan(780);
  expect(prompt.split(", ").slice(0, 2)).toEqual(["HX-1999", "HX-1998"]);
});

test("the own transcriber is told whose turn it is, and all words and replacements, with which it corrects", async () => {
  await addTerms(bench.tess.companyId, [
    ["contactor", "contractor"],
    ["HX-200", null],
  ]);
  const { prompt = "", user } = await fieldsSent({ AI_TRANSCRIBE_MODEL: OWN_TRANSCRIBER });
  expect(user).toBe(bench.tess.id);
  expect(JSON.parse(prompt)).toEqual([
    { term: "HX-200", heard: null },
    { term: "contactor", heard: "contractor" },
  ]);
});

test("the transcriber is told the language that the person chose", async () => {
  await bench.backend.sql("update public.profiles set speech_language = 'es' where id = $1", [
    bench.tess.id,
  ]);
  expect(await fieldsSent()).toEqual({ language: "es" });
});

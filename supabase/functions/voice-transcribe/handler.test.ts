import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { benchForTests } from "#tests/support/agent-bench.ts";
import { refusalOf } from "#tests/support/agents.ts";
import { DEFAULT_TEXT } from "#tests/support/ai-provider/behaviour.ts";
import { RECORDING, type SentVoice, voiceForm } from "#tests/support/voice-request.ts";
import { AUDIO_LIMIT_BYTES, TRANSCRIPTION_LIMIT } from "../_shared/contracts/voice-transcribe.ts";
import { createHandler } from "./handler.ts";

const bench = benchForTests();

const send = (variables: Record<string, string> = {}, sent: SentVoice = {}, options = {}) =>
  bench.call(createHandler, "voice-transcribe", voiceForm(sent), { variables, ...options });

const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";

test("a recording is transcribed and summarised, and leaves one ledger row and one detailed row", async () => {
  const key = randomUUID();
  const variables = {
    AI_TRANSCRIBE_MODEL: "ears",
    AI_CHAT_MODEL: "pen",
    AI_PRICES: '{"ears": {"input": 3, "output": 5}, "pen": {"input": 0.4, "output": 1.6}}',
  };
  const headers = {
    "User-Agent": iPhone,
    "CF-Connecting-IP": "203.0.113.9",
    "X-Forwarded-For": "198.51.100.1, 10.0.0.1",
  };
  const reply = await send(variables, { recordedAt: "2026-01-05T08:00:00.000Z" }, { key, headers });

  expect(reply.status).toBe(200);
  expect(await reply.json()).toEqual({
    success: true,
    transcription: DEFAULT_TEXT.transcription,
    summary: DEFAULT_TEXT.chat,
  });

  const [heard] = bench.provider.callsTo("transcription");
  expect(heard?.file.name).toBe("recording.webm");
  expect(heard?.file.type).toBe("audio/webm");
  expect(Buffer.compare(heard?.file.bytes ?? new Uint8Array(), RECORDING)).toBe(0);
  expect(heard?.fields).toEqual({ model: "ears", response_format: "json" });
  expect(bench.provider.calls).toHaveLength(2);

  expect(await bench.rowsOf("agent_requests", bench.tess)).toMatchObject([
    { request_key: key, function_name: "voice-transcribe", state: "done", reply_status: 200 },
  ]);
  expect(await bench.logged()).toMatchObject([
    {
      request_key: key,
      company_id: bench.tess.companyId,
      user_email: bench.tess.email,
      agent_type: "voice_agent",
      action_type: "transcribe",
      status: "success",
      device_type: "Mobile",
      ip_address: "203.0.113.9",
      ai_model: "ears + pen",
      input_token_count: 430,
      completion_tokens: 78,
      total_tokens: 508,
      // (120 × 3 + 41 × 5 + 310 × 0.4 + 37 × 1.6) millionths of a dollar
      estimated_cost: "0.00074820",
      total_request_time_ms: expect.any(Number),
      input_text: "audio/webm, 63.2 kB, recorded 2026-01-05T08:00:00.000Z",
      output_text: `${DEFAULT_TEXT.transcription}\n\n${DEFAULT_TEXT.chat}`,
      error_message: null,
    },
  ]);
});

test.each([
  ["audio/mp4", "recording.mp4", "audio/mp4"],
  ["audio/ogg; codecs=opus", "recording.ogg", "audio/ogg"],
  ["audio/x-wav", "recording.wav", "audio/wav"],
])("a recording of kind %s is sent to the provider as %s", async (type, name, sentType) => {
  const reply = await send({}, { type });
  expect(reply.status).toBe(200);
  expect(bench.provider.callsTo("transcription")[0]?.file).toMatchObject({
    name,
    type: sentType,
  });
});

test.each([" \n ", "[BLANK_AUDIO]", "HX-200."])(
  "a recording of silence, heard as %j, gets empty texts, and no summary is requested",
  async (text) => {
    await bench.backend.sql(
      "insert into public.vocabulary_terms (company_id, term) values ($1, 'HX-200')",
      [bench.tess.companyId],
    );
    bench.provider.respondWith({ do: "answer", text });
    const reply = await send();
    expect(await reply.json()).toEqual({ success: true, transcription: "", summary: "" });
    expect(bench.provider.callsTo("chat")).toHaveLength(0);
    expect(await bench.logged()).toMatchObject([
      { status: "success", total_tokens: 161, output_text: null },
    ]);
  },
);

test.each([
  ["begins with the mark of UTF-8", { body: '\ufeff{"text": "Pump replaced."}' }],
  ["has the words alone", { body: "Pump replaced.\n", type: "text/plain; charset=utf-8" }],
])("a transcriber's reply that %s is read", async (_, reply) => {
  bench.provider.respondWith({ to: "transcription", do: "body", ...reply });
  expect(await (await send()).json()).toMatchObject({ transcription: "Pump replaced." });
});

test("a recording may get a transcription with characters that the database cannot store", async () => {
  bench.provider.respondWith({ do: "answer", text: "E\0-47 \ud83d" });
  const reply = await send();
  expect(await reply.json()).toMatchObject({ transcription: "E-47 \ufffd" });
});

test("a recording of another time is refused under the same key", async () => {
  const key = randomUUID();
  await send({}, { recordedAt: "2026-01-05T08:00:00Z" }, { key });
  const reply = await send({}, { recordedAt: "2026-01-05T08:00:01Z" }, { key });
  expect(await refusalOf(reply)).toMatchObject({ status: 422, code: "key_reused" });
  expect(bench.provider.callsTo("transcription")).toHaveLength(1);
  expect(await bench.logged()).toMatchObject([{ status: "success" }]);
});

const heard = "Paid $& and $1 for {transcription} tape, $$ and $`.";
test.each([
  ["the built-in one", null, `Summarise this field note:\n\n${heard}`],
  ["the company's own", "A {transcription} B {transcription} C", `A ${heard} B ${heard} C`],
  ["one without a placeholder, with the text at its end", "Sum up.", `Sum up.\n\n${heard}`],
])("the prompt of the summary is %s", async (_, own, sent) => {
  if (own !== null) {
    await bench.backend.sql(
      `insert into public.ai_prompt_settings (company_id, prompt_key, prompt_value)
       values ($1, 'voice_agent_user_prompt', $2)`,
      [bench.tess.companyId, own],
    );
  }
  bench.provider.respondWith({ to: "transcription", do: "answer", text: heard });
  await send();
  expect(bench.provider.callsTo("chat")[0]?.messages[1]?.content).toBe(sent);
});

test("a transcriber at another host than the chat provider's is enough, and the answer says why there is no summary", async () => {
  const reply = await send({
    OPENAI_BASE_URL: "",
    OPENAI_API_KEY: "",
    AI_TRANSCRIBE_BASE_URL: bench.provider.url,
    AI_TRANSCRIBE_API_KEY: "sk-for-tests",
  });
  expect(reply.status).toBe(200);
  const transcription = DEFAULT_TEXT.transcription;
  expect(await reply.json()).toEqual({
    success: true,
    transcription,
    summary: "",
    no_summary: "no_chat_provider",
  });
  expect(await bench.logged()).toMatchObject([
    { status: "success", ai_model: "gpt-4o-mini-transcribe", output_text: transcription },
  ]);
});

const textForm = (transcription: string | File) => {
  const form = new FormData();
  form.set("transcription", transcription);
  return form;
};
const summarise = (transcription: string | File, variables = {}) =>
  bench.call(createHandler, "voice-transcribe", textForm(transcription), { variables });

test("a changed transcription gets a new summary by the company's prompt, and nobody transcribes", async () => {
  await bench.backend.sql(
    `insert into public.ai_prompt_settings (company_id, prompt_key, prompt_value)
     values ($1, 'voice_agent_user_prompt', 'Sum up: {transcription}')`,
    [bench.tess.companyId],
  );
  const reply = await summarise(" The contactor hums. ");
  expect(await reply.json()).toEqual({
    ...{ success: true, transcription: "The contactor hums.", summary: DEFAULT_TEXT.chat },
  });
  expect(bench.provider.callsTo("transcription")).toEqual([]);
  expect(bench.provider.callsTo("chat")[0]?.messages[1]?.content).toBe(
    "Sum up: The contactor hums.",
  );
  expect(await bench.logged()).toMatchObject([
    { status: "success", input_text: "changed transcription, 19 characters" },
  ]);
});

test("a changed transcription gets no summary where nobody writes one", async () => {
  const reply = await summarise("It hums.", { OPENAI_BASE_URL: "", OPENAI_API_KEY: "" });
  expect(await reply.json()).toMatchObject({ summary: "", no_summary: "no_chat_provider" });
});

test.each<[string, string | File]>([
  ["without words", " "],
  ["that is a file", new File(["words"], "a.txt")],
  ["that is too long", "a".repeat(TRANSCRIPTION_LIMIT + 1)],
])("a changed transcription %s is refused", async (_, sent) => {
  await expectRefused(textForm(sent), { ...MALFORMED, field: "transcription" });
});

test("the words that the own transcriber was unsure of are told, if the transcription has them", async () => {
  const sure = { place: 0, text: "Pump", start: 0.5 };
  const doubts = [sure, { place: 1, text: "hums", start: 1 }];
  const body = JSON.stringify({ text: "Pump rattles.", doubts });
  bench.provider.respondWith({ to: "transcription", do: "body", body });
  expect(await (await send()).json()).toMatchObject({ doubts: [sure] });
});

const call = async (allowed: string, method: string, origin = "https://app.example") => {
  const handle = createHandler(bench.environment({ ALLOWED_ORIGINS: allowed }), bench.ports());
  const headers = { Origin: origin };
  const reply = await handle(new Request("http://functions.test/x", { method, headers }));
  const told = { ...Object.fromEntries(reply.headers), status: String(reply.status) };
  return told as Record<string, string>;
};

test("a browser of another origin is told which requests it may send", async () => {
  expect(await call("", "OPTIONS")).toMatchObject({
    status: "204",
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "POST, OPTIONS",
    "access-control-allow-headers":
      "authorization, apikey, content-type, idempotency-key, x-client-info",
  });
});

test("a browser of another origin may read refusals, their Retry-After and their request's id", async () => {
  expect(await call("", "POST")).toMatchObject({
    status: "401",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "Retry-After, X-Request-Id",
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test.each([
  ["https://app.example", "https://app.example"],
  ["https://evil.example", undefined],
])(
  "a browser of another origin from %s is named in the answer only if the deployment allows it",
  async (origin, named) => {
    for (const method of ["OPTIONS", "POST"]) {
      const told = await call("https://app.example, https://beta.example", method, origin);
      expect(told).toMatchObject({ vary: "Origin" });
      expect(told["access-control-allow-origin"]).toBe(named);
    }
  },
);

const MULTIPART = { "Content-Type": "multipart/form-data; boundary=x" };

/** Expects a refusal that leaves its row, and that asks no provider. */
async function expectRefused(
  body: FormData | ReadableStream | string,
  refusal: { status: number; code: string; field?: string },
  headers: Record<string, string> = {},
) {
  const key = randomUUID();
  const reply = await bench.call(createHandler, "voice-transcribe", body, { key, headers });
  expect(await refusalOf(reply)).toEqual({ field: undefined, ...refusal });
  expect(bench.provider.calls).toEqual([]);
  expect(await bench.logged()).toMatchObject([
    { request_key: key, status: "error", error_message: expect.any(String), total_tokens: null },
  ]);
  expect(await bench.rowsOf("agent_requests", bench.tess)).toEqual([]);
}

test.each<[string, string, Record<string, string>]>([
  ["a form without a boundary", "--x", { "Content-Type": "multipart/form-data" }],
  [
    "a form that breaks off",
    '--x\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\nabc',
    MULTIPART,
  ],
])("%s is refused", async (_, body, headers) => {
  await expectRefused(body, { status: 400, code: "malformed" }, headers);
});

const MALFORMED = { status: 400, code: "malformed" };
const NO_SOUND = { status: 415, code: "unsupported_type", field: "audio" };
test.each<[string, SentVoice, { status: number; code: string; field: string }]>([
  ["that is not sent as a file", { audio: "sound" }, { ...MALFORMED, field: "audio" }],
  ["that is empty", { audio: new Uint8Array() }, { ...MALFORMED, field: "audio" }],
  ["of no time", { recordedAt: "" }, { ...MALFORMED, field: "recorded_at" }],
  [
    "of a day that is none",
    { recordedAt: "2026-02-30T08:00:00Z" },
    { ...MALFORMED, field: "recorded_at" },
  ],
  ...["audio/mpeg", "text/html", "application/octet-stream", "", "constructor"].map(
    (type): [string, SentVoice, typeof NO_SOUND] => [`of type "${type}"`, { type }, NO_SOUND],
  ),
])("a recording %s is refused", async (_, sent, refusal) => {
  await expectRefused(voiceForm(sent), refusal);
});

test("a body that turns out to be too large is refused without reading the rest", async () => {
  let sent = 0;
  const tooMuch = new ReadableStream({
    pull(controller) {
      sent += 1_000_000;
      controller.enqueue(new Uint8Array(1_000_000));
      if (sent > AUDIO_LIMIT_BYTES * 2) controller.close();
    },
  });
  await expectRefused(tooMuch, { status: 413, code: "too_large" }, MULTIPART);
  expect(sent).toBeLessThan(AUDIO_LIMIT_BYTES + 3_000_000);
});

test("a recording that is a byte too large is refused, and its row says the limit", async () => {
  const form = voiceForm({ audio: new Uint8Array(AUDIO_LIMIT_BYTES + 1) });
  await expectRefused(form, { status: 413, code: "too_large" });
  expect(await bench.logged()).toMatchObject([
    { error_message: expect.stringContaining("The recording is larger than 24 MiB.") },
  ]);
});

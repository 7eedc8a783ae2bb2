import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { benchForTests } from "#tests/support/agent-bench.ts";
import { refusalOf } from "#tests/support/agents.ts";
import { DEFAULT_TEXT } from "#tests/support/ai-provider/behaviour.ts";
import { voiceForm } from "#tests/support/voice-request.ts";
import type { VoiceDraft } from "../_shared/contracts/voice-draft.ts";
import { AUDIO_LIMIT_BYTES, TRANSCRIPTION_LIMIT } from "../_shared/contracts/voice-transcribe.ts";
import { createHandler } from "./handler.ts";

const bench = benchForTests();
let key: string;
beforeEach(() => {
  key = randomUUID();
});

const DRAFT: VoiceDraft = { text: "Replaced the contactor.", model: "moonshine-tiny" };
const NO_PROVIDER = { OPENAI_BASE_URL: "", OPENAI_API_KEY: "" };
const ONLY_CHAT = { AI_TRANSCRIBE: "none" };

function send(
  variables: Record<string, string>,
  draft: VoiceDraft | string | File | null = DRAFT,
  audio?: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const isField = typeof draft === "string" || draft instanceof File;
  const form = voiceForm({
    ...(draft !== null && { draft: isField ? draft : JSON.stringify(draft) }),
    ...(audio && { audio }),
  });
  return bench.call(createHandler, "voice-transcribe", form, { variables, key });
}

const expectWaiting = async (reply: Response) =>
  expect(await refusalOf(reply)).toMatchObject({ status: 503, code: "ai_not_configured" });

test("where nobody is set up who transcribes, the device's draft is the transcription, and marked so", async () => {
  const reply = await send(NO_PROVIDER);
  expect(reply.status).toBe(200);
  expect(await reply.json()).toEqual({
    success: true,
    transcription: DRAFT.text,
    transcribed_by: "device",
    summary: "",
    no_summary: "no_chat_provider",
  });
  expect(bench.provider.calls).toEqual([]);
  expect(await bench.logged()).toMatchObject([
    {
      status: "success",
      ai_model: "moonshine-tiny (on the device)",
      estimated_cost: "0.00000000",
      total_tokens: null,
      output_text: DRAFT.text,
      error_message: null,
    },
  ]);
});

test("where nobody is set up who transcribes, the draft is summarised by the chat provider, if there is one", async () => {
  const reply = await send(ONLY_CHAT);
  expect(await reply.json()).toEqual({
    success: true,
    transcription: DRAFT.text,
    transcribed_by: "device",
    summary: DEFAULT_TEXT.chat,
  });
  expect(bench.provider.callsTo("transcription")).toEqual([]);
  expect(bench.provider.callsTo("chat")[0]?.messages[1]?.content).toContain(DRAFT.text);
  expect(await bench.logged()).toMatchObject([
    { ai_model: "moonshine-tiny (on the device) + gpt-4.1-mini" },
  ]);
});

test("where nobody is set up who transcribes, a note waits without a draft, and is the same request with one", async () => {
  await expectWaiting(await send(NO_PROVIDER, null));
  const reply = await (await send(NO_PROVIDER)).json();
  expect(reply).toMatchObject({ transcription: DRAFT.text });
  for (const repeated of [null, DRAFT, { ...DRAFT, text: "Another one." }]) {
    const again = await send(NO_PROVIDER, repeated);
    expect([again.status, await again.json()]).toEqual([200, reply]);
  }
  expect(await bench.logged()).toHaveLength(1);
});

test.each<[string, VoiceDraft | string | File]>([
  ["longer than the database keeps", { ...DRAFT, text: "a".repeat(TRANSCRIPTION_LIMIT + 1) }],
  ["without words", { ...DRAFT, text: " \n" }],
  ["whose model has no proper name", { ...DRAFT, model: "<b>best</b>" }],
  ["that is no JSON", DRAFT.text],
  ["that is a file", new File([JSON.stringify(DRAFT)], "draft.json")],
])(
  "where nobody is set up who transcribes, a draft %s counts as none, and the note waits",
  async (_, draft) => {
    await expectWaiting(await send(NO_PROVIDER, draft));
    expect((await send(NO_PROVIDER)).status).toBe(200);
  },
);

test("where nobody is set up who transcribes, the longest draft goes with the largest recording", async () => {
  const text = "\u8a9e".repeat(TRANSCRIPTION_LIMIT);
  const reply = await send(NO_PROVIDER, { ...DRAFT, text }, new Uint8Array(AUDIO_LIMIT_BYTES));
  expect(reply.status).toBe(200);
  expect(await reply.json()).toMatchObject({ transcription: text });
});

test("where a provider is set up, it transcribes, and the draft is ignored", async () => {
  const reply = await send({});
  expect(await reply.json()).toEqual({
    success: true,
    transcription: DEFAULT_TEXT.transcription,
    summary: DEFAULT_TEXT.chat,
  });
  expect(bench.provider.callsTo("transcription")[0]?.fields).not.toHaveProperty("draft");
});

test("where a provider is set up, a draft does not hide that the provider fails", async () => {
  bench.provider.respondWith({ do: "status", status: 400 });
  expect(await refusalOf(await send({}))).toMatchObject({ status: 502, code: "ai_failed" });
});

test("where a provider is set up, the draft is the transcription of a recording that the provider cannot decode", async () => {
  bench.provider.respondWith({ to: "transcription", do: "status", status: 415 });
  const reply = await send({});
  expect(await reply.json()).toMatchObject({
    transcription: DRAFT.text,
    transcribed_by: "device",
    summary: DEFAULT_TEXT.chat,
  });
});

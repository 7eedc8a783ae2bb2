import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { benchForTests } from "#tests/support/agent-bench.ts";
import { refusalOf } from "#tests/support/agents.ts";
import { type SentVoice, voiceForm } from "#tests/support/voice-request.ts";
import { AUDIO_LIMIT_BYTES } from "../_shared/contracts/voice-transcribe.ts";
import { createHandler } from "./handler.ts";

const bench = benchForTests();
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
  ["JSON", "{}", {}],
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
  ["of yesterday", { recordedAt: "yesterday" }, { ...MALFORMED, field: "recorded_at" }],
  [
    "of a day that is none",
    { recordedAt: "2026-02-30T08:00:00Z" },
    { ...MALFORMED, field: "recorded_at" },
  ],
  [
    "of a time without a zone",
    { recordedAt: "2026-01-05T08:00:00" },
    { ...MALFORMED, field: "recorded_at" },
  ],
  ...["audio/mpeg", "text/html", "application/octet-stream", "", "constructor"].map(
    (type): [string, SentVoice, typeof NO_SOUND] => [`of type "${type}"`, { type }, NO_SOUND],
  ),
])("a recording %s is refused", async (_, sent, refusal) => {
  await expectRefused(voiceForm(sent), refusal);
});

test("a form without a recording is refused", async () => {
  const form = new FormData();
  form.set("sound", new File(["x"], "a.webm"));
  await expectRefused(form, { ...MALFORMED, field: "audio" });
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

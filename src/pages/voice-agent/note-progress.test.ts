import type { QueueItem } from "@contracts/queue-item.ts";
import { expect, it } from "vitest";
import { queueItem } from "#tests/support/rows.ts";
import { noteProgress } from "./note-progress.ts";

const VOICE = { kind: "voice" as const, mimeType: "audio/webm", durationMs: 1000 };

const progressOf = (changes: Partial<QueueItem>, reachable = true, notSetUp = false) =>
  noteProgress(
    { item: queueItem({ payload: VOICE, ...changes }), reply: undefined, notSetUp },
    reachable,
  );

const waitingFor = (code: string) => ({
  state: "waiting" as const,
  reason: { code, message: code },
});

function arrived(transcription: string, summary: string, more = {}) {
  const reply = { success: true, transcription, summary, ...more };
  return noteProgress({ item: undefined, reply, notSetUp: false }, true);
}

const OFFLINE = "Saved on this device. It will be sent when you are back online.";
const NOT_SET_UP = "Saved on this device. Waiting for transcription to be set up.";

const processing = { kind: "processing" };
const saved = (message: unknown) => ({ kind: "saved", message });
const AGAIN = expect.stringContaining("will be tried again");
const SIGN_IN = expect.stringContaining("Sign in again");
const SETTING_UP = { ...waitingFor("ai_not_configured"), state: "sending" as const };
const REFUSED = {
  state: "needs-attention" as const,
  reason: { code: "unheard_of", message: "Not on a Sunday." },
};
it.each<[string, Partial<QueueItem>, object]>([
  ["processing before it is sent", { state: "queued" }, processing],
  ["processing while it is sent", { state: "sending" }, processing],
  ["saved if no server answers", waitingFor("network"), saved(OFFLINE)],
  ["saved until transcription is set up", waitingFor("ai_not_configured"), saved(NOT_SET_UP)],
  ["saved while it is tried whether that was set up", SETTING_UP, saved(NOT_SET_UP)],
  ["saved if the server was busy", waitingFor("rate_limited"), saved(AGAIN)],
  ["saved until the person signs in", { state: "needs-sign-in" }, saved(SIGN_IN)],
  ["refused with the server's reason", REFUSED, { kind: "refused", reason: REFUSED.reason }],
])("a note is %s", (_, changes, progress) => {
  expect(progressOf(changes)).toEqual(progress);
});

it.each([
  { state: "queued" } as const,
  { state: "sending" } as const,
  waitingFor("network"),
  waitingFor("internal"),
])("promises to send it when the connection is back: %o", (changes) => {
  expect(progressOf(changes, false)).toEqual({ kind: "saved", message: OFFLINE });
});

it("says of a note behind one that waits for it that transcription is not set up", () => {
  expect(progressOf({}, true, true)).toEqual({ kind: "saved", message: NOT_SET_UP });
});

it("a note has a summary only if it differs from the transcription", () => {
  expect(arrived(" Pump replaced. ", "Replaced the pump.")).toEqual({
    kind: "heard",
    transcription: "Pump replaced.",
    summary: "Replaced the pump.",
    noSummary: null,
  });
  expect(arrived("Pump replaced.", "Pump replaced.\n")).toMatchObject({ summary: null });
  expect(arrived("Pump replaced.", "")).toMatchObject({ summary: null });
});

it("tells that no chat provider is set up, when there is no summary for that reason", () => {
  expect(arrived("Pump replaced.", "", { no_summary: "no_chat_provider" })).toMatchObject({
    transcription: "Pump replaced.",
    noSummary: "No summary: no chat provider is set up.",
  });
  expect(arrived("Pump replaced.", "", { summary_failed: true })).toMatchObject({
    noSummary: "No summary: the AI provider did not write one.",
  });
});

it("distinguishes silence, and a note that is gone or whose reply it cannot read", () => {
  expect(arrived(" \n", "")).toEqual({ kind: "silence" });
  for (const reply of [undefined, { text: "" }]) {
    expect(noteProgress({ item: undefined, reply, notSetUp: false }, true)).toBeNull();
  }
});

import type { QueueItem } from "@contracts/queue-item.ts";
import { describe, expect, it } from "vitest";
import { noteProgress } from "./note-progress.ts";

function item(changes: Partial<QueueItem> = {}): QueueItem {
  return {
    id: "00000000-0000-7000-8000-000000000001",
    lane: "voice:1",
    capturedAt: 0,
    size: 1,
    payload: { kind: "voice", mimeType: "audio/webm", durationMs: 1000 },
    state: "queued",
    attempts: 0,
    due: 0,
    reason: null,
    steps: {},
    ...changes,
  };
}

function progressOf(changes: Partial<QueueItem>, reachable = true, notSetUp = false) {
  return noteProgress({ item: item(changes), reply: undefined, notSetUp }, reachable);
}

function waitingFor(code: string): Partial<QueueItem> {
  return { state: "waiting", reason: { code, message: code } };
}

function arrived(transcription: string, summary: string) {
  const reply = { success: true, transcription, summary };
  return noteProgress({ item: undefined, reply, notSetUp: false }, true);
}

const OFFLINE = "Saved on this device. It will be sent when you are back online.";

describe("noteProgress", () => {
  it.each(["queued", "sending"] as const)("is processing online while it is %s", (state) => {
    expect(progressOf({ state })).toEqual({ kind: "processing" });
  });

  it.each([
    { state: "queued" } as const,
    { state: "sending" } as const,
    waitingFor("network"),
    waitingFor("internal"),
  ])("promises to send it when the connection is back: %o", (changes) => {
    expect(progressOf(changes, false)).toEqual({ kind: "saved", message: OFFLINE });
  });

  it("promises the same if the browser says that it is online but no server answers", () => {
    expect(progressOf(waitingFor("network"))).toEqual({ kind: "saved", message: OFFLINE });
  });

  it("says that transcription is not set up, for this note and the notes behind it", () => {
    const message = "Saved on this device. Waiting for transcription to be set up.";
    expect(progressOf(waitingFor("ai_not_configured"))).toEqual({ kind: "saved", message });
    expect(progressOf({}, true, true)).toEqual({ kind: "saved", message });
    const again = { ...waitingFor("ai_not_configured"), state: "sending" } as const;
    expect(progressOf(again)).toEqual({ kind: "saved", message });
  });

  it("says that it will try again if the server was busy", () => {
    expect(progressOf(waitingFor("rate_limited"))).toMatchObject({
      kind: "saved",
      message: expect.stringContaining("will be tried again"),
    });
  });

  it("is still processing while an earlier attempt runs on the server", () => {
    expect(progressOf(waitingFor("in_flight"))).toEqual({ kind: "processing" });
  });

  it("asks the person to sign in", () => {
    expect(progressOf({ state: "needs-sign-in" })).toMatchObject({
      kind: "saved",
      message: expect.stringContaining("Sign in again"),
    });
  });

  it("shows the server's reason for a refusal", () => {
    const reason = { code: "unheard_of", message: "Not on a Sunday." };
    expect(progressOf({ state: "needs-attention", reason })).toEqual({
      kind: "refused",
      message: reason.message,
    });
  });

  it("has a summary only if it differs from the transcription", () => {
    expect(arrived(" Pump replaced. ", "Replaced the pump.")).toEqual({
      kind: "heard",
      transcription: "Pump replaced.",
      summary: "Replaced the pump.",
      isWithoutSummary: false,
    });
    expect(arrived("Pump replaced.", "Pump replaced.\n")).toMatchObject({ summary: null });
    expect(arrived("Pump replaced.", "")).toMatchObject({ summary: null });
  });

  it("says so when nobody could write a summary", () => {
    const reply = {
      ...{ success: true, transcription: "Pump replaced.", summary: "" },
      no_summary: "no_chat_provider",
    };
    expect(noteProgress({ item: undefined, reply, notSetUp: false }, true)).toMatchObject({
      transcription: "Pump replaced.",
      isWithoutSummary: true,
    });
  });

  it("distinguishes silence from a transcription", () => {
    expect(arrived(" \n", "")).toEqual({ kind: "silence" });
  });

  it("returns null for a note that is gone, or a reply that it cannot read", () => {
    expect(noteProgress({ item: undefined, reply: undefined, notSetUp: false }, true)).toBeNull();
    expect(
      noteProgress({ item: undefined, reply: { text: "" }, notSetUp: false }, true),
    ).toBeNull();
  });
});

import type { QueueItem } from "@contracts/queue-item.ts";
import { describe, expect, it } from "vitest";
import { questionStatuses } from "./question-status.ts";

function item(id: string, part: Partial<QueueItem> = {}): QueueItem {
  return {
    id,
    lane: "label:c",
    capturedAt: 0,
    size: 1,
    payload: { kind: "question", agent: "label", conversation: "c", text: "Why?", spoken: null },
    state: "queued",
    attempts: 0,
    due: 0,
    reason: null,
    steps: {},
    ...part,
  };
}

const because = (code: string) => ({ code, message: `${code} happened.` });

function kinds(items: QueueItem[], reachable = true): (string | undefined)[] {
  const statuses = questionStatuses(items, reachable);
  return items.map(({ id }) => statuses.get(id)?.kind);
}

describe("where questions stand", () => {
  it("asks while the backend may be reached, and waits while it can't", () => {
    const items = [item("1", { state: "sending" }), item("2", { due: null })];
    expect(kinds(items)).toEqual(["asking", "asking"]);
    expect(kinds(items, false)).toEqual(["waiting", "waiting"]);
  });

  it("has those behind a waiting one wait as well", () => {
    const waiting = item("1", { state: "waiting", due: 9, reason: because("ai_failed") });
    expect(kinds([waiting, item("2", { due: null })])).toEqual(["waiting", "waiting"]);
  });

  it("does not hold up those behind a refused one", () => {
    const refused = item("1", { state: "needs-attention", reason: because("no_company") });
    expect(kinds([refused, item("2")])).toEqual(["refused", "asking"]);
    expect(kinds([refused, item("2")], false)).toEqual(["refused", "waiting"]);
  });

  it("does not flicker while one that failed is tried once more", () => {
    const again = item("1", { state: "sending", attempts: 2, reason: because("ai_failed") });
    expect(questionStatuses([again], true).get("1")).toEqual({
      kind: "waiting",
      words: "Sending",
      reason: "The AI provider gave no answer. It is tried again by itself.",
      signIn: false,
    });
  });

  it("asks again at once when only the network was missing, or the server is still at it", () => {
    expect(kinds([item("1", { state: "sending", reason: because("network") })])).toEqual([
      "asking",
    ]);
    expect(kinds([item("1", { state: "waiting", reason: because("in_flight") })])).toEqual([
      "asking",
    ]);
  });

  it("tells who has to sign in, and why the server refused", () => {
    const signedOut = item("1", { state: "needs-sign-in", due: null });
    expect(questionStatuses([signedOut], true).get("1")).toMatchObject({
      words: "Sign in to send",
      signIn: true,
    });
    const refused = item("1", { state: "needs-attention", reason: because("odd") });
    expect(questionStatuses([refused], true).get("1")).toEqual({
      kind: "refused",
      reason: "odd happened.",
    });
  });
});

import type { QueueItem } from "@contracts/queue-item.ts";
import { expect, it } from "vitest";
import { queueItem } from "#tests/support/rows.ts";
import { questionStatuses } from "./question-status.ts";

const item = (id: string, part: Partial<QueueItem> = {}) =>
  queueItem({
    id,
    payload: { kind: "question", agent: "label", conversation: "c", text: "Why?", spoken: null },
    ...part,
  });

const because = (code: string) => ({ code, message: `${code} happened.` });

function kinds(items: QueueItem[], reachable = true): (string | undefined)[] {
  const statuses = questionStatuses(items, reachable);
  return items.map(({ id }) => statuses.get(id)?.kind);
}

it("the status of questions is asking while it is sent or the backend may be reachable, and waiting if it is not", () => {
  const items = [item("1", { state: "sending" }), item("2", { due: null })];
  expect(kinds(items)).toEqual(["asking", "asking"]);
  expect(kinds(items, false)).toEqual(["waiting", "waiting"]);
  const again = item("1", { state: "sending", reason: because("network") });
  expect(kinds([again])).toEqual(["asking"]);
  const inFlight = item("1", { state: "waiting", reason: because("in_flight") });
  expect(kinds([inFlight])).toEqual(["asking"]);
});

it("the status of questions is waiting behind a waiting question, and not behind a refused one", () => {
  const waiting = item("1", { state: "waiting", due: 9, reason: because("ai_failed") });
  expect(kinds([waiting, item("2", { due: null })])).toEqual(["waiting", "waiting"]);
  const refused = item("1", { state: "needs-attention", reason: because("no_company") });
  expect(kinds([refused, item("2")])).toEqual(["refused", "asking"]);
  expect(kinds([refused, item("2")], false)).toEqual(["refused", "waiting"]);
});

it("the status of questions does not flicker while a failed question is tried again", () => {
  const again = item("1", { state: "sending", attempts: 2, reason: because("ai_failed") });
  expect(questionStatuses([again], true).get("1")).toEqual({
    kind: "waiting",
    words: "Sending",
    reason: "The AI provider gave no answer. It is kept on this device and tried again by itself.",
    signIn: false,
  });
});

it("the status of questions says that the person has to sign in, or why the server refused", () => {
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

import { expect, it } from "vitest";
import { shownItem, type WaitingItem } from "#mirror/person/outbox/read-item.ts";
import { queueItem } from "#tests/support/rows.ts";
import { discardQuestion } from "./queue-entry.tsx";

const NEW: WaitingItem = queueItem();
const NOT_SENT = "Discard this? It was not sent. This cannot be undone.";
const MAYBE_SENT = "Discard this? It may already have been sent. This cannot be undone.";

it("says that a new item was not sent", () => {
  expect(discardQuestion(NEW)).toBe(NOT_SENT);
});

it.each<[string, Partial<WaitingItem>]>([
  ["is being sent", { state: "sending" }],
  ["was tried, and nothing was answered", { tried: true }],
  ["was tried by an earlier version", { state: "waiting", attempts: 1 }],
  ["waits for a sign-in", { reason: { code: "sign_in", message: "" } }],
  ["was sent in part", { steps: { upload: {} } }],
])("claims nothing about an item that %s", (_, change) => {
  expect(discardQuestion({ ...NEW, ...change } as WaitingItem)).toBe(MAYBE_SENT);
});

it("claims nothing about an item of a newer version", () => {
  const item = shownItem({ ...NEW, payload: { kind: "sketch" } });
  expect(item.payload.kind).toBe("unreadable");
  expect(discardQuestion(item)).toBe(MAYBE_SENT);
});

import type { QueueItem } from "@contracts/queue-item.ts";
import { expect, it } from "vitest";
import { photoProgress } from "./use-photo-progress.ts";

const ITEM: QueueItem = {
  id: "00000000-0000-7000-8000-000000000001",
  lane: "photo:1",
  capturedAt: 0,
  size: 1,
  payload: { kind: "photo", note: null },
  state: "queued",
  attempts: 0,
  due: 0,
  reason: null,
  steps: {},
};

const progressOf = (changes: Partial<QueueItem>, reachable = true) =>
  photoProgress({ item: { ...ITEM, ...changes }, reply: undefined, notSetUp: false }, reachable);

it("is saved and sent later while the backend is out of reach", () => {
  const message = "Saved on this device. It will be sent when you are back online.";
  expect(progressOf({}, false)).toEqual({ kind: "saved", message });
});

it("is processing while it is being sent", () => {
  expect(progressOf({ state: "sending" })).toEqual({ kind: "processing" });
});

it("says that image analysis is not set up", () => {
  const reason = { code: "ai_not_configured", message: "" };
  const message = "Saved on this device. Waiting for image analysis to be set up.";
  expect(progressOf({ state: "waiting", reason })).toEqual({ kind: "saved", message });
});

it("says why it was refused", () => {
  const reason = { code: "too_large", message: "" };
  const message = "It is too large for the server. Export it to keep it.";
  expect(progressOf({ state: "needs-attention", reason })).toEqual({ kind: "refused", message });
});

it.each([
  ["analyzed", { analysis: " It leaks.\n" }, { kind: "analyzed", analysis: "It leaks." }],
  ["gone without a reply", undefined, { kind: "gone" }],
  ["gone with a reply of another kind", { answer: "" }, { kind: "gone" }],
])("has left the queue with the result: %s", (_, reply, progress) => {
  expect(photoProgress({ item: undefined, reply, notSetUp: false }, true)).toEqual(progress);
});

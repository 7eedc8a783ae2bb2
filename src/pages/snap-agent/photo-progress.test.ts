import type { QueueItem } from "@contracts/queue-item.ts";
import { expect, it } from "vitest";
import { queueItem } from "#tests/support/rows.ts";
import { photoProgress } from "./use-photo-progress.ts";

const OFFLINE = "Saved on this device. It will be sent when you are back online.";
const NOT_SET_UP = "Saved on this device. Waiting for image analysis to be set up.";
const TOO_LARGE = "It is too large for the server. Export it to keep it.";
const because = (code: string) => ({ code, message: "" });

it.each<[string, Partial<QueueItem>, boolean, object]>([
  ["saved while the backend is out of reach", {}, false, { kind: "saved", message: OFFLINE }],
  ["processing while it is being sent", { state: "sending" }, true, { kind: "processing" }],
  [
    "saved while image analysis is not set up",
    { state: "waiting", reason: because("ai_not_configured") },
    true,
    { kind: "saved", message: NOT_SET_UP },
  ],
  [
    "refused with the reason",
    { state: "needs-attention", reason: because("too_large") },
    true,
    { kind: "refused", message: TOO_LARGE },
  ],
])("is %s", (_, changes, reachable, progress) => {
  const queued = { item: queueItem(changes), reply: undefined, notSetUp: false };
  expect(photoProgress(queued, reachable)).toEqual(progress);
});

it.each([
  ["analyzed", { analysis: " It leaks.\n" }, { kind: "analyzed", analysis: "It leaks." }],
  ["gone without a reply", undefined, { kind: "gone" }],
  ["gone with a reply of another kind", { answer: "" }, { kind: "gone" }],
])("has left the queue with the result: %s", (_, reply, progress) => {
  expect(photoProgress({ item: undefined, reply, notSetUp: false }, true)).toEqual(progress);
});

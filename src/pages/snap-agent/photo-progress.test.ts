import { expect, it } from "vitest";
import { queueItem } from "#tests/support/rows.ts";
import { photoProgress } from "./photo-outcome.tsx";

it("waits for image analysis to be set up", () => {
  const reason = { code: "ai_not_configured", message: "" };
  const queued = { item: queueItem({ state: "waiting", reason }), reply: undefined };
  expect(photoProgress({ ...queued, notSetUp: false }, true)).toEqual({
    kind: "saved",
    message: "Saved on this device. Waiting for image analysis to be set up.",
  });
});

it.each([
  ["analyzed", { analysis: " It leaks.\n" }, { kind: "analyzed", analysis: "It leaks." }],
  ["gone without a reply", undefined, { kind: "gone" }],
  ["gone with a reply of another kind", { answer: "" }, { kind: "gone" }],
])("has left the queue with the result: %s", (_, reply, progress) => {
  expect(photoProgress({ item: undefined, reply, notSetUp: false }, true)).toEqual(progress);
});

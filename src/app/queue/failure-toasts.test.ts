import { expect, it, vi } from "vitest";
import { ASK_CONVERSATION } from "#mirror/person/conversations.ts";
import { retryItem, takeUnreportedFailures } from "#mirror/person/outbox/outbox.ts";
import { askQuestion } from "#outbox/questions.ts";
import { queuePhoto } from "#outbox/queue-photo.ts";
import { beginRecording } from "#outbox/recording-session.ts";
import type { Fate } from "#tests/support/sync/model-server.ts";
import { device, tab } from "#tests/support/sync/one-tab.ts";
import { sendUntil, untilState } from "#tests/support/sync/waiting.ts";
import { describeFailure } from "./failure-toasts.ts";

const told = async (context = tab) =>
  (await takeUnreportedFailures(context.db)).map(describeFailure);
const failed: Fate = { status: 502, code: "ai_failed" };
const refused: Fate = { status: 422, code: "ai_declined", message: "Declined." };
const again =
  "The AI provider gave no answer. It is kept on this device and tried again by itself.";

it("tells of a failed item once, in one tab, whatever becomes of its attempts; anew after Retry and a refusal", async () => {
  let fate: Fate = failed;
  device.server.fate = ({ kind }) => (kind === "function" ? fate : "answer");
  const id = await device.record(tab);
  const words = { title: "Error", message: "Failed to process audio. Please try again." };
  const other = device.open();
  await sendUntil(tab, id, "waiting");
  expect((await Promise.all([told(tab), told(other)])).flat()).toEqual([words]);

  const calls = () => device.server.requests.filter(({ kind }) => kind === "function").length;
  const before = calls();
  tab.engine.wake("retry");
  await vi.waitFor(() => expect(calls()).toBeGreaterThan(before));
  await untilState(tab, id, "waiting");
  expect(await told(device.open())).toEqual([]);
  await retryItem(tab.db, id);
  tab.engine.wake("retry");
  await untilState(tab, id, "waiting");
  expect(await told()).toEqual([words]);
  fate = refused;
  tab.engine.wake("retry");
  await untilState(tab, id, "needs-attention");
  expect([await told(), await told()]).toEqual([[words], []]);
});

const spoken = async () => {
  const about = { agent: "ask", conversation: ASK_CONVERSATION } as const;
  const question = await beginRecording(tab.db, tab.ports, "audio/webm", about);
  await question.append(new ArrayBuffer(1000), 1000);
  await question.seal();
  return question.id;
};
const typed = () =>
  askQuestion(tab.db, tab.ports, { agent: "ask", conversation: ASK_CONVERSATION, text: "Why?" });
const photo = () =>
  queuePhoto(tab.db, tab.ports, {
    bytes: new ArrayBuffer(9),
    width: 1,
    height: 1,
    capturedAt: 1,
    note: "",
  });
const offline: Fate = "drop-request";

it.each([
  ["a photo that the provider failed", photo, failed, ["Processing Error", again]],
  ["a photo that was refused", photo, refused, ["Processing Error", "Declined."]],
  ["a question that the provider failed", typed, failed, ["Query Error", again]],
  ["a question that was refused", typed, refused, ["Query Error", "Declined."]],
  ["a spoken question that the provider failed", spoken, failed, ["Error", again]],
  ["a spoken question that was refused", spoken, refused, ["Error", "Declined."]],
  ["a photo without a network", photo, offline, null],
  ["a photo before a provider is set up", photo, { ...failed, code: "ai_not_configured" }, null],
] as const)("the toast for %s", async (_, make, fate, words) => {
  device.server.fate = ({ kind }) => (kind === "function" ? fate : "answer");
  const id = await make();
  await sendUntil(tab, id, fate === refused ? "needs-attention" : "waiting");
  const [title, message] = words ?? [];
  expect(await told()).toEqual(words === null ? [] : [{ title, message }]);
});

it("a spoken question that was heard is a question", async () => {
  device.server.fate = ({ kind, key }) => (kind === "function" && key === id ? refused : "answer");
  const id = await spoken();
  await sendUntil(tab, id, "needs-attention");
  expect(await told()).toEqual([{ title: "Query Error", message: "Declined." }]);
});

import { expect, it } from "vitest";
import { device, tab } from "#tests/support/sync/one-tab.ts";
import { drained, retryAll, sendAll, untilState } from "#tests/support/sync/waiting.ts";
import type { MirroredMessage } from "../mirror/person/conversation-rows.ts";
import { ASK_CONVERSATION, latestMessages } from "../mirror/person/conversations.ts";
import { waitingItems } from "../mirror/person/outbox/outbox.ts";
import { countUnsent } from "../mirror/person/outbox/unsent.ts";
import {
  readRating,
  readRatingOnServer,
  readRatings,
  replaceRatings,
} from "../mirror/person/ratings.ts";
import { askQuestion } from "./questions.ts";
import { rateAnswer } from "./rate-answer.ts";

async function answered(): Promise<[string, MirroredMessage]> {
  const ask = { agent: "ask" as const, conversation: ASK_CONVERSATION };
  const id = await askQuestion(tab.db, tab.ports, { ...ask, text: "Which filter?" });
  await sendAll(tab);
  const answer = (await latestMessages(tab.db, "ask", ASK_CONVERSATION, 1))[0];
  if (answer === undefined) throw new Error("There is no answer");
  return [id, answer];
}

it("a rating is shown at once, counts as unsent, and arrives with its question", async () => {
  const [requestId, answer] = await answered();
  device.server.fate = () => "drop-request";
  await rateAnswer(tab.db, tab.ports, answer, "wrong", "  It is the other filter. ");
  const shown = { verdict: "wrong", reason: "It is the other filter." };
  expect(await readRating(tab.db, answer.id)).toEqual(shown);
  expect((await countUnsent(tab.db, device.locks)).waiting).toBe(1);
  device.server.fate = () => "answer";
  await retryAll(tab);
  expect(device.server.ratings.rows).toMatchObject([
    { message_id: answer.id, request_id: requestId, question: "Which filter?", ...shown },
  ]);
  expect(await readRating(tab.db, answer.id)).toEqual(shown);
  expect((await countUnsent(tab.db, device.locks)).waiting).toBe(0);
});

it("a change of mind replaces the rating that waits, and the last one arrives", async () => {
  const [, answer] = await answered();
  device.server.fate = () => "drop-request";
  await rateAnswer(tab.db, tab.ports, answer, "right");
  // A rating that is being sent is not replaced.
  const [first] = await waitingItems(tab.db);
  await untilState(tab, first?.id ?? "", "waiting");
  await rateAnswer(tab.db, tab.ports, answer, "wrong");
  await rateAnswer(tab.db, tab.ports, answer, null);
  expect(await waitingItems(tab.db)).toHaveLength(1);
  device.server.fate = () => "answer";
  await retryAll(tab);
  expect(device.server.ratings.rows).toMatchObject([{ verdict: null, reason: null }]);
  expect(await readRating(tab.db, answer.id)).toEqual({ verdict: null, reason: null });
});

it("a rating made after the clock was set back still replaces the earlier one", async () => {
  const [, answer] = await answered();
  await rateAnswer(tab.db, tab.ports, answer, "right");
  await drained(tab);
  device.clock.set(-3_600_000);
  await rateAnswer(tab.db, tab.ports, answer, "wrong");
  await drained(tab);
  expect(device.server.ratings.rows).toMatchObject([{ verdict: "wrong" }]);
});

it("a rating given on another device is shown, unless a newer one waits here", async () => {
  const [, answer] = await answered();
  const elsewhere = {
    message_id: answer.id,
    agent: "ask" as const,
    item_id: "01890000-0000-7000-8000-000000000009",
    revision: device.clock.now() + 1000,
    verdict: "right" as const,
    reason: null,
  };
  const asked = { askedAt: device.clock.now() + 1, now: device.clock.now() + 1 };
  await replaceRatings(tab.db, { rows: [elsewhere], ...asked });
  expect(await readRating(tab.db, answer.id)).toEqual({ verdict: "right", reason: null });
  device.server.fate = () => "drop-request";
  await rateAnswer(tab.db, tab.ports, answer, "wrong");
  expect(await readRating(tab.db, answer.id)).toEqual({ verdict: "wrong", reason: null });
  const [item] = await waitingItems(tab.db);
  expect(item?.payload).toMatchObject({ revision: elsewhere.revision + 1 });
});

it("a question to the office waits, arrives once, and gets its reply", async () => {
  const [, answer] = await answered();
  const read = () => readRatingOnServer(tab.db, answer.id);
  device.server.fate = () => "drop-request";
  await rateAnswer(tab.db, tab.ports, answer, "asked");
  expect(await read()).toEqual({ stored: null, waits: true });
  device.server.fate = () => "answer";
  await retryAll(tab);
  expect(device.server.ratings.rows).toMatchObject([{ verdict: "asked" }]);
  expect(await read()).toMatchObject({ stored: { verdict: "asked" }, waits: false });
  expect(await readRatings(tab.db)).toBeNull();

  const [row] = await tab.db.ratings.toArray();
  if (row === undefined) throw new Error("There is no rating");
  const replied = { ...row, reply: "T25.", replied_at: "2026-01-06T10:00:00Z" };
  const at = device.clock.now() + 1;
  await replaceRatings(tab.db, { rows: [replied], askedAt: at, now: at });
  expect(await readRatings(tab.db)).toMatchObject([{ id: answer.id, reply: "T25." }]);
});

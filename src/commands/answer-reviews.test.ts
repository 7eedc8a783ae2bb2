import { beforeEach, expect, it } from "vitest";
import { db } from "#tests/support/empty-mirror.ts";
import { COMPANY } from "#tests/support/rows.ts";
import type { Outcome } from "../backend/outcome.ts";
import { readAnswersToReview } from "../mirror/person/lists/answers-to-review.ts";
import { reviewAnswer } from "./answer-reviews.ts";
import type { Command } from "./command-result.ts";

const ID = "0b1f2c3d-0000-4000-8000-00000000000e";
const ANSWER = {
  ...{ id: ID, company_id: COMPANY, agent: "ask" as const, question: "Which torx?", answer: null },
  ...{ person: "Kim", verdict: "asked" as const, reason: null, found_nothing: true, file_ids: [] },
  ...{ noted_at: "2026-01-05T10:00:00Z", assigned_to: null, done_at: null, reply: null },
  ...{ replier: null, replied_at: null },
};
const REPLY = { reply: "T25.", done_at: "2026-01-06T10:00:00Z" };
const STORED = { ...REPLY, id: ID, company_id: COMPANY, replier: "Office" };
const TWICE: Outcome<never> = {
  ...{ kind: "later", cause: "busy", code: "23505", message: "duplicate", retryAfterMs: null },
};

/** What is shown of a company's answers. */
const shown = (done: boolean) =>
  readAnswersToReview(db, { companyId: COMPANY, week: null, fileId: null, done }, 10);

/** Replies, with the server's answers to the requests in their order. @returns also the requests */
async function reply(...outcomes: Outcome<object | null>[]) {
  const sent: string[] = [];
  const send = (verb: string) => async () => {
    sent.push(`${verb}, shown as done: ${(await shown(true)).length}`);
    const outcome = outcomes.shift() as Outcome<object>;
    return verb === "add" && outcome.kind === "ok"
      ? { kind: "ok", value: [outcome.value] }
      : outcome;
  };
  const rows = { change: send("change"), add: send("add") };
  const command = { db, backend: { rows }, now: () => 100 } as unknown as Command<"rows">;
  return { result: await reviewAnswer(command, ANSWER, REPLY), sent };
}

beforeEach(async () => {
  await db.answersToReview.put({ ...ANSWER, mirroredAt: 0, leaving: false });
});

it("a reply is shown as done at once, and stays with what the server adds", async () => {
  const { result, sent } = await reply({ kind: "ok", value: STORED });
  expect([result, sent]).toEqual([{ kind: "done" }, ["change, shown as done: 1"]]);
  expect(await shown(true)).toMatchObject([STORED]);
  expect(await shown(false)).toEqual([]);
});

it("the first review of an answer is added, also when another administrator was faster", async () => {
  const none: Outcome<null> = { kind: "ok", value: null };
  const first = await reply(none, { kind: "ok", value: STORED });
  expect(first.sent).toEqual(["change, shown as done: 1", "add, shown as done: 1"]);
  const second = await reply(none, TWICE, { kind: "ok", value: STORED });
  expect(second.sent).toHaveLength(3);
  expect([first.result.kind, second.result.kind]).toEqual(["done", "done"]);
});

it("a refused reply is taken back", async () => {
  const { result } = await reply({ kind: "never", code: "refused", message: "Refused." });
  expect(result).toEqual({ kind: "failed", message: "Refused." });
  expect(await shown(false)).toMatchObject([{ reply: null, done_at: null }]);
});

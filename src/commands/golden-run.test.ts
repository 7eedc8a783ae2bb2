import type { GoldenRunReply, GoldenRunRequest } from "@contracts/golden-run.ts";
import { expect, it } from "vitest";
import { COMPANY, goldenRow } from "#tests/support/rows.ts";
import type { Outcome } from "../backend/outcome.ts";
import { type GoldenReport, type GoldenTrial, runGoldenQuestions } from "./golden-run.ts";

const golden = (number: number, agent: "ask" | "label") =>
  goldenRow({ id: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`, agent });
const SET = [...Array.from({ length: 7 }, (_, n) => golden(n, "ask")), golden(7, "label")];
const ASK: GoldenTrial = { agent: "ask", change: { kind: "prompt", prompt: "Be short." } };
const LABEL: GoldenTrial = { agent: "label", change: { kind: "prompt", prompt: null } };

/** Runs the set against a server that answers as given. */
async function run(
  trials: readonly GoldenTrial[],
  answer: (request: GoldenRunRequest) => Outcome<GoldenRunReply>,
) {
  const requests: GoldenRunRequest[] = [];
  const told: GoldenReport[] = [];
  const runGolden = async (request: GoldenRunRequest) => {
    requests.push(request);
    return answer(request);
  };
  const command = { db: { personId: "me" }, backend: { functions: { runGolden } }, now: () => 0 };
  const report = await runGoldenQuestions(
    command as unknown as Parameters<typeof runGoldenQuestions>[0],
    COMPANY,
    SET,
    trials,
    (each) => told.push(each),
    new AbortController().signal,
  );
  return { report, requests, told };
}

const broken = ({ question_ids }: GoldenRunRequest): Outcome<GoldenRunReply> => ({
  kind: "ok",
  value: {
    results: question_ids.map((id) => ({ id, before: "kept", after: "broken" })),
    cost: 0.25,
    model_calls: 2 * question_ids.length,
  },
});

it("asks the questions of the changed agents, a few at a time, and adds up what they cost", async () => {
  const { report, requests, told } = await run([ASK, LABEL], broken);
  expect(requests.map(({ agent, question_ids }) => [agent, question_ids.length])).toEqual([
    ["ask", 5],
    ["ask", 2],
    ["label", 1],
  ]);
  expect(told.map(({ done, of }) => `${done}/${of}`)).toEqual(["5/8", "7/8", "8/8"]);
  expect(report).toMatchObject({ done: 8, of: 8, cost: 0.75, failure: null });
  expect(report.comparisons.map(({ question }) => question.id)).toEqual(SET.map(({ id }) => id));
});

it("tells what could not be asked, and keeps what was found before", async () => {
  let calls = 0;
  const { report } = await run([ASK], (request) => {
    calls += 1;
    if (calls === 1) return broken(request);
    return { kind: "never", code: "rate_limited", message: "That was a lot at once." };
  });
  expect(report).toMatchObject({ done: 5, of: 7, failure: "That was a lot at once." });
  expect(report.comparisons).toHaveLength(5);
});

it("does not make up a cost that is not known", async () => {
  const { report } = await run([LABEL, ASK], (request) => {
    const reply = broken(request);
    if (reply.kind !== "ok") return reply;
    return { ...reply, value: { ...reply.value, cost: request.agent === "label" ? null : 1 } };
  });
  expect(report.cost).toBeNull();
});

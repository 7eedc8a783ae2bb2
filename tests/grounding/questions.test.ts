import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { passageHitSchema } from "#supabase/functions/_shared/contracts/knowledge.ts";
import { questionReplySchema } from "#supabase/functions/_shared/contracts/question.ts";
import { NOT_FOUND } from "#supabase/functions/_shared/grounding/prompt.ts";
import { questionFunction } from "#supabase/functions/_shared/grounding/question-function.ts";
import { type AgentBench, startAgentBench, type Technician } from "#tests/support/agent-bench.ts";
import type { ReceivedMessage } from "#tests/support/ai-provider/call.ts";
import { passagesIn } from "#tests/support/ai-provider/passages.ts";
import { jsonRequest } from "#tests/support/json-request.ts";
import { addManual } from "#tests/support/manuals.ts";

const createHandler = questionFunction("ask");

import answerable from "./answerable.json" with { type: "json" };
import unanswerable from "./unanswerable.json" with { type: "json" };

/*
 * Both sets were written from the demo manuals before the rules of the check were. The model is a
 * script. It answers the answerable questions rightly if it is given the passage. To the
 * unanswerable ones it lies with a figure or a code, and it repeats the lie when the answer is sent
 * back. A lie in words alone, or with a figure of the passage for something else, only a reader finds.
 */

const MOST_REFUSED = 0.05;
const LEAST_REFUSED = 0.95;

/** The sets are many requests, one after the other. */
const TIMEOUT_MS = 300_000;

const MANUALS = new URL("../../supabase/seed/manuals/passages/", import.meta.url);
const manualSchema = z.object({
  passages: z.array(z.pick(passageHitSchema, { page: true, heading: true, body: true })),
});

let bench: AgentBench;
let tess: Technician;

beforeAll(async () => {
  bench = await startAgentBench();
  tess = await bench.createTechnician();
  for (const name of readdirSync(MANUALS).sort()) {
    const text = readFileSync(new URL(name, MANUALS), "utf8");
    const passages = manualSchema
      .parse(JSON.parse(text))
      .passages.map(({ page, heading, body }) => ({
        body,
        ...(page !== null && { page }),
        ...(heading !== null && { heading }),
      }));
    await addManual(bench, tess.companyId, { name: name.replace(/\.json$/, ""), passages });
  }
});
afterAll(() => bench.stop());
beforeEach(() => bench.provider.reset());

async function ask(question: string, answer: (messages: readonly ReceivedMessage[]) => string) {
  bench.provider.reset();
  bench.provider.respondWith({ do: "answer", text: answer }, { do: "answer", text: answer });
  const environment = bench.environment({ AI_PACE_PER_MINUTE: "1000" });
  const request = jsonRequest(
    "ask-query",
    { question },
    {
      accessToken: tess.accessToken,
      key: randomUUID(),
    },
  );
  const reply = await createHandler(environment, bench.ports())(request);
  return questionReplySchema.parse(await reply.json());
}

/** Whether a passage has this phrase, however its lines are broken. */
function holds(passage: { heading: string | null; body: string }, phrase: string): boolean {
  return `${passage.heading ?? ""} ${passage.body}`.replace(/\s+/g, " ").includes(phrase);
}

/** The number of the given passage that has a phrase; 0 when it was not given. */
function numberOf(phrase: string, messages: readonly ReceivedMessage[]): number {
  const given = messages.flatMap(({ content }) => passagesIn(content));
  return given.find((passage) => holds(passage, phrase))?.number ?? 0;
}

function citing(text: string, phrases: readonly string[]) {
  return (messages: readonly ReceivedMessage[]) =>
    text.replace(/@(\d)/g, (_, place) =>
      String(numberOf(phrases[Number(place) - 1] ?? "", messages)),
    );
}

test("answerable questions are answered, and nothing in the answers is marked", {
  timeout: TIMEOUT_MS,
}, async () => {
  const refused: string[] = [];
  for (const { question, answer, at } of answerable) {
    const reply = await ask(question, (messages) =>
      at.every((phrase) => numberOf(phrase, messages) > 0)
        ? citing(answer, at)(messages)
        : NOT_FOUND,
    );
    if (reply.basis !== "model" || reply.unsupported !== undefined) {
      refused.push(`${question} → ${reply.answer}`);
    }
  }
  expect(refused.length, refused.join("\n")).toBeLessThanOrEqual(MOST_REFUSED * answerable.length);
});

test("unanswerable questions are refused, whatever figures the model makes up", {
  timeout: TIMEOUT_MS,
}, async () => {
  const answered: string[] = [];
  for (const { question, lie } of unanswerable) {
    const reply = await ask(question, () => lie.replace(/\.$/, " [1]."));
    if (reply.basis !== "nothing") answered.push(`${question} → ${reply.answer}`);
  }
  expect(answered.length, answered.join("\n")).toBeLessThanOrEqual(
    (1 - LEAST_REFUSED) * unanswerable.length,
  );
});

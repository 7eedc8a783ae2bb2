import fc from "fast-check";
import { addManual } from "#tests/support/manuals.ts";
import { testOddBodies } from "#tests/support/odd-bodies.ts";
import { questionReplySchema } from "../_shared/contracts/question.ts";
import { createHandler } from "./handler.ts";

const text = fc.oneof(
  fc.constantFrom(
    "E-47",
    "pump & !valve | ( :*",
    "'; select 1 --",
    "%_\\",
    "[1] [2]",
    "\0",
    "\ud83d",
  ),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.lorem({ maxCount: 8 }),
);
const content = fc.oneof(text, fc.anything({ maxDepth: 1 }));
const turn = fc.oneof(
  fc.record({ role: fc.constantFrom("user", "assistant"), content: text }),
  fc.record({ role: fc.constantFrom("user", "system", 1), content }),
);

testOddBodies({
  name: "ask-query",
  createHandler,
  nearlyRight: fc
    .record(
      {
        question: fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: content }),
        history: fc.oneof(
          fc.array(turn, { maxLength: 7 }),
          fc.array(turn, { maxLength: 2 }),
          content,
        ),
        "": fc.anything({ maxDepth: 1 }),
      },
      { requiredKeys: ["question"] },
    )
    .filter(isJson),
  checkReply: (reply) => questionReplySchema.parse(reply),
  prepare: (bench, person) =>
    addManual(bench, person.companyId, {
      passages: ["E-47: the pump stands still.", "Lorem ipsum dolor sit amet, consectetur valve."],
    }),
});

// `fc.anything` may contain bigints and cycles, which JSON cannot represent.
function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

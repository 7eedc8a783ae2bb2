import { expect, test } from "vitest";
import { readAnswer } from "./chat.ts";

const FINAL = "E-30 means that the flow is too low. [1]";

const reply = (message: object, more: object = {}) => ({
  choices: [{ finish_reason: "stop", message: { role: "assistant", ...message }, ...more }],
});

test.each<[string, object | string | null]>([
  ["plain text", FINAL],
  ["thoughts in tags", `<think>\nMaybe 90 bar? No.\n</think>\n\n${FINAL}`],
  ["thoughts whose first tag is missing", `Okay, maybe 90 bar? No.\n</think>\n\n${FINAL}`],
  ["thoughts after the answer that are never closed", `${FINAL}\n<think>Was that 90 bar?`],
  [
    "channels",
    `<|channel|>analysis<|message|>Perhaps 90 bar.<|end|><|start|>assistant<|channel|>final<|message|>${FINAL}`,
  ],
  [
    "channels with an end",
    `<|start|>assistant<|channel|>commentary<|message|>90 bar<|end|><|channel|>final <|constrain|>text<|message|>${FINAL}<|return|>`,
  ],
  [
    "parts, some of them thoughts",
    [
      { type: "thinking", thinking: [{ type: "text", text: "Hm, 90 bar?" }] },
      { type: "text", text: "E-30 means that " },
      { type: "text", text: "the flow is too low. [1]" },
    ],
  ],
  ["a sign between messages at its end", `${FINAL}<|im_end|>`],
  ["a listing around it", `\`\`\`markdown\n${FINAL}\n\`\`\``],
])("an answer in %s is what is said to the person", (_, content) => {
  expect(readAnswer(reply({ content }))).toEqual({
    text: FINAL,
    isCutOff: false,
  });
});

test.each<[string, unknown]>([
  ["thoughts alone that are cut off", reply({ content: "<think>\nLet me look at" })],
  [
    "channels without the one for the person",
    reply({ content: "<|channel|>analysis<|message|>90 bar" }),
  ],
  ["thoughts in a field of their own", reply({ content: null, reasoning_content: FINAL })],
])("a reply with %s is a failure that quotes nothing of it", (_, body) => {
  const message = "The reply holds no answer, finish_reason: stop";
  expect(() => readAnswer(body)).toThrow(expect.objectContaining({ kind: "broken", message }));
});

test.each<[string, unknown]>([
  ["without a choice", { choices: [] }],
  ["of success with an error", { error: { message: "Provider returned error", code: 429 } }],
])("a reply %s is none", (_, body) => {
  expect(readAnswer(body)).toBeNull();
});

test("an answer that ended at the limit of length is told to be cut off", () => {
  const cut = reply({ content: "The winding must have" }, { finish_reason: "length" });
  expect(readAnswer(cut)).toMatchObject({ text: "The winding must have", isCutOff: true });
});

test.each<[string, unknown]>([
  ["refuses", reply({ content: null, refusal: "I can't assist with that." })],
  ["is filtered", reply({ content: "E-30 means" }, { finish_reason: "content_filter" })],
])("an answer that a model %s is declined", (_, body) => {
  expect(() => readAnswer(body)).toThrow(expect.objectContaining({ kind: "declined" }));
});

test("listings inside an answer stay", () => {
  const content = "```text\nP0 = 1\n```\nThen\n```text\nP1 = 2\n```";
  expect(readAnswer(reply({ content }))?.text).toBe(content);
});

import { expect, test } from "vitest";
import { isRelevant } from "./relevance.ts";
import { termsOf } from "./terms.ts";

const passage = {
  file_id: "018f0000-0000-7000-8000-000000000000",
  file_name: "Heat-pump guide.pdf",
  page: 3,
  chunk_no: 0,
  heading: "Error E-47",
  body: "Rumbling noises from the boiler come from lime on the heat exchanger. Weather compensation lowers the flow temperature.",
  score: 3,
};

test.each([
  ["What does E-47 mean?", true],
  ["what does e47 mean", true],
  ["What does E-48 mean?", false],
  ["Boiler?", true],
  ["My boiler is noisy", true],
  ["My boiler makes a banging noise", true],
  ["What is the weather in Paris tomorrow?", false],
  ["Who won the world cup in 1998?", false],
  ["Can you tell me what this is about, please?", false],
  ["Which guide tells how a heat pump works in winter?", true],
  [
    "Our van broke down near the river yesterday and the weather made the temperature inside fall while customers waited with angry children",
    false,
  ],
])("the passage is relevant to %j: %s", (question, relevant) => {
  expect(isRelevant(passage, termsOf(question))).toBe(relevant);
});

test("the terms of a text are stems, figures and codes, without stop words", () => {
  expect([
    ...termsOf("Don't you vent the RADIATORS’ valves at 1.5 bar? HP-240/B, R‑32, R32!"),
  ]).toEqual(["vent", "radiat", "valv", "1.5", "bar", "hp240b", "r32"]);
});

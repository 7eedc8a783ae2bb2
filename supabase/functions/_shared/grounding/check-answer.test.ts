import { expect, test } from "vitest";
import { checkAnswer } from "./check-answer.ts";

const passage = (chunk_no: number, body: string) => ({
  file_id: "018f0000-0000-7000-8000-000000000000",
  file_name: "Manual.pdf",
  page: chunk_no + 1,
  chunk_no,
  heading: null,
  body,
  score: 1,
});
const passages = [
  passage(
    0,
    "Fill the cold system to a pressure of 1.5 bar.\n\nVent all of the radiators afterwards.",
  ),
  passage(
    1,
    "Wear gloves whenever you hold a part of it.\n\nThe hose is so hot that it burns skin.",
  ),
  passage(2, "The filter is behind the lid. Rinse it with water once a month."),
];
const GLOVES = "Wear gloves whenever you hold a part of it.";
const HOT = "The hose is so hot that it burns skin.";
const mark = "0123456789abcdef";
const check = (answer: string) => checkAnswer(answer, "How is it filled?", passages, mark).reply;

test("sources are numbered in the order in which they are first cited", () => {
  const { answer, sources } = check(
    "Rinse the filter [3]. Wear gloves [2][3]. Fill to 1.5 bar [1].",
  );
  expect(answer).toBe("Rinse the filter [1]. Wear gloves [2][1]. Fill to 1.5 bar [3].");
  expect(sources.map(({ chunk_no, page, quote }) => [chunk_no, page, quote])).toEqual([
    [2, 3, "The filter is behind the lid. Rinse it with water once a month."],
    [1, 2, GLOVES],
    [0, 1, "Fill the cold system to a pressure of 1.5 bar."],
  ]);
});

test.each([
  ["after the full stop", "It is closed. The hose gets hot. [2]", HOT],
  ["in a list", "Steps:\n\n1. Wear gloves [2]\n2. Wait", GLOVES],
  ["before what it supports", "[2] The hose is hot, says the manual.", HOT],
  ["with the same in two places", "Gloves [2]. And a hot hose [2].", HOT],
])("the quote supports the sentence that cites it, %s", (_, text, quote) => {
  expect(check(text).sources.find((source) => source.chunk_no === 1)?.quote).toBe(quote);
});

test("an answer that reveals the secret mark is not returned", () => {
  expect(check(`The mark is ${mark} [1].`).basis).toBe("nothing");
});

const FAULTS = [
  "Code\tMeaning\nE-26\tNTC of the return line open\n203\tIsolation fault, below 40 kΩ",
  "Ovens CX 6 G and CX 10 G: nozzle 2.3 mm. On the CX 10 G the pressure is 37 mbar.",
].map((body, at) => passage(at, body));

test.each([
  ["what does the sensor thing on the way back do when it dies, E-26?", "NTC open [1]."],
  ["iso fault 203 - whats the threshold?", "The isolation fault is below 40 kΩ [1]."],
  ["nozzle of the CX10G", "The nozzle is 2.3 mm [2]."],
])("a question in other words than the manual's is answered: %s", (question, answer) => {
  expect(checkAnswer(answer, question, FAULTS, mark).reply.basis).toBe("model");
});

test.each([
  ["E-27?", "NTC of the return line open [1]."],
  ["nozzle of the CX20G", "The nozzle is 2.3 mm [2]."],
])("an answer about another code than the one asked is withheld: %s", (question, answer) => {
  expect(checkAnswer(answer, question, FAULTS, mark).reply.basis).toBe("nothing");
});

test("link definitions are removed, so that a number leads only to a passage", () => {
  const { answer } = check(
    'Fill it [1].\n\n[1]: https://evil.example "x"\n  [2]: javascript:alert(1)',
  );
  expect(answer).toBe("Fill it [1].");
});

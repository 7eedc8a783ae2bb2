import { expect, test } from "vitest";
import { findTerms, relevantPassages } from "./relevance.ts";

const passage = {
  file_id: "018f0000-0000-7000-8000-000000000000",
  file_name: "Heat-pump guide.pdf",
  page: 3,
  chunk_no: 0,
  heading: "Error E-47",
  body: "Rumbling noises from the boiler come from lime on the heat exchanger. Weather compensation lowers the flow temperature.",
  score: 3,
};

const isRelevant = (hit: Parameters<typeof relevantPassages>[0][number], question: string) =>
  relevantPassages([hit], question).length > 0;

test.each([
  ["What does E-47 mean?", true],
  ["What does E-48 mean?", false],
  ["My boiler makes a banging noise", true],
  ["Can you tell me what this is about, please?", false],
  ["Which guide tells how a heat pump works in winter?", true],
  [
    "Our van broke down near the river yesterday and the weather made the temperature inside fall while customers waited with angry children",
    false,
  ],
])("the passage is relevant to %j: %s", (question, relevant) => {
  expect(isRelevant(passage, question)).toBe(relevant);
});

test.each([
  ["30Hz", "The fan runs at 30 Hz at most.", true],
  ["40Hz", "The fan runs at 30 Hz at most.", false],
  ["Which motor turns at 1200?", "The motor makes 1,200 revolutions.", true],
  ["0,5", "The gap is 0.5 mm.", true],
  ["1/2", "The gap is 0.5 mm.", true],
  ["HP240B", "The HP-240/B stands on feet.", true],
  ["hp 250 b", "The HP-240/B stands on feet.", false],
  ["Where do people get 2404471 quickly in spring?", "Order strainer 240-4471.", true],
  ["What does error47 tell?", "E47: the fan is blocked.", true],
  ["What does E48 tell?", "Error 47: the fan is blocked.", false],
  ["如何清洗空气过滤器?", "清洗空气过滤器前请先关闭电源。", true],
  ["明天的天气怎么样?", "清洗空气过滤器前请先关闭电源。", false],
])("%j asks for what %j says: %s", (question, body, relevant) => {
  const hit = { ...passage, heading: null, body };
  expect(isRelevant(hit, question)).toBe(relevant);
});

test("the terms of a text are stems, figures and codes, without stop words", () => {
  expect([
    ...findTerms("Don't you vent the RADIATORS’ valves at 1.5 bar? HP-240/B, R‑32, R32!"),
  ]).toEqual(["vent", "radiat", "valv", "1.5", "bar", "hp240b", "r32"]);
});

test.each([
  ["Wie hoch muss der Druck der Pumpen sein?", true],
  ["Welches Fett bekommen die Lager?", true],
  ["Wie wird das Wetter morgen in der Stadt?", false],
])("a German passage is relevant to %j: %s", (question, relevant) => {
  const german = {
    ...passage,
    file_name: "Umwälzpumpe.pdf",
    heading: "Wartung der Pumpe",
    body: "Der Druck der Pumpe muss zwischen 1,5 und 2,0 bar liegen. Das Lager wird mit Fett geschmiert.",
  };
  expect(isRelevant(german, question)).toBe(relevant);
});

test.each([
  ["What does E-30 on the HP-240 mean?", "", ["fan", "both"]],
  ["How do I clean it?", "E-30 HP-240", ["fan", "both"]],
  ["Is a fence needed around our garden?", "E-30 HP-240", []],
])("of the passages, %j about %j leaves out those that only share a word: %j", (...asked) => {
  const [question, subject, found] = asked;
  const bodies = {
    fan: "E-30 Fan of the HP-240/A does not turn. Clean it.",
    model: "The HP-240 is a heat pump.",
    sensor: "E-31 Sensor. Clean it.",
    both: "E-30 and E-31 need an HP-240.",
  };
  const hits = Object.entries(bodies).map(([file_name, body]) => ({
    ...{ ...passage, file_name, heading: null, body },
  }));
  expect(relevantPassages(hits, question, subject).map((hit) => hit.file_name)).toEqual(found);
});

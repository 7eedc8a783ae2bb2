import { expect, it } from "vitest";
import { carriedSubject, searchContext } from "./telling-words.ts";

const E31 = "What does E-31 mean on the HP-240?";

it.each([
  ["How do I reset it?", [E31], "E-31 HP-240"],
  ["How do I reset it?", [E31, "Is it dangerous?"], "E-31 HP-240"],
  ["How do I reset it?", [E31, "Where is the strainer 240-4471?"], "240-4471"],
  ["Wait 10 minutes and then?", ["HP 240 B shows error code 31"], "HP 240 B error code 31"],
  ["And then?", ["what does e 31 mean on the hp 240"], "e 31 hp 240"],
  ["And then?", ["E\u201131, E-31 and R32"], "E-31 R32"],
  ["And E-32?", [E31], null],
  ["How do I reset it?", [], null],
  ["How do I reset it?", ["How do I vent 12 radiators at 1.5 bar?", "A 30 mA breaker?"], null],
])("%j after %j is about %j", (question, earlier, subject) => {
  expect(carriedSubject(question, earlier)).toBe(subject);
});

const VALVE = "Where is the gas valve of the boiler in the cellar?";

it.each([
  ["how long does it take to open it again", [VALVE], undefined, VALVE],
  ["and which key opens the upper door there", [VALVE, "ok, thanks"], undefined, VALVE],
  ["how many litres does a ladder weigh", [VALVE], undefined, ""],
  ["how long does it take to clear E-32", [VALVE], undefined, ""],
  ["how often does it come back in winter", [E31, VALVE], undefined, `E-31 HP-240\n${VALVE}`],
  ["how often does it come back in winter", [VALVE], "E-31", `E-31\n${VALVE}`],
  ["how often does it come back in winter", [VALVE], "", ""],
  ["how often does it come back in winter", [E31, VALVE], "E-47", "E-47"],
  ["how often does it come back in winter", [VALVE, "E-31"], undefined, "E-31"],
  ["how many days is a warranty valid", [E31], undefined, "E-31 HP-240"],
])(
  "%j after %j is searched for together with what it refers to",
  (...[question, earlier, about, context]) => {
    expect(searchContext(question, earlier, about)).toBe(context);
  },
);

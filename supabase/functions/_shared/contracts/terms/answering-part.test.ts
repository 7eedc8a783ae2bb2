import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Passage } from "../knowledge.ts";
import { bestPartsFirst, findAnsweringPart } from "./answering-part.ts";
import { readablePart } from "./readable-part.ts";

const MANUALS = new URL("../../../../seed/manuals/passages/", import.meta.url);

/** The passage of a demo manual that has these words. */
function passageWith(manual: string, words: string): Passage {
  const { passages } = JSON.parse(readFileSync(new URL(`${manual}.json`, MANUALS), "utf8"));
  return passages.find(({ body }: Passage) => body.includes(words));
}

const HP_240 = "northwind-hp-240-service-manual.pdf";
const BOILER = "alder-boiler-installation-guide.docx";
const POLICIES = "company-service-policies.md";

test.each([
  [
    "What does E-30 on the HP-240 mean?",
    passageWith(HP_240, "E-30 Outdoor fan"),
    "6.5 Outdoor unit and defrost, E-30 to E-39",
    /^E-30 Outdoor fan .* starts when it is given a push .* between black and brown 58 ohm\.$/,
  ],
  [
    "Which gas rate has the C30 at full heating load?",
    passageWith(BOILER, "Gas rate"),
    "2 Technical data",
    /^Figure\tC24\tC30\nGas rate at full heating load, natural gas\t.*\(113 ft³\/h\)$/,
  ],
  [
    "What do I do if I smell gas?",
    passageWith(BOILER, "If you smell gas"),
    "1 Safety",
    /^If you smell gas: touch no switch, .* Do not look for the leak first\.$/,
  ],
  [
    "Who is called after an injury?",
    passageWith(POLICIES, "3. Injury"),
    "6 Escalation",
    /^1\. Technical question: .*\n2\. .*\n3\. Injury, .*\n4\. .*$/,
  ],
])("%j is answered by a whole paragraph, row or list", (question, passage, heading, text) => {
  expect(findAnsweringPart(passage, question, "english")).toEqual({
    heading,
    text: expect.stringMatching(text),
  });
});

const passage = (body: string, heading: string | null = null) => ({ heading, body });

test.each([
  [
    "a heading that begins with a code stands for all that is below it",
    "E-30",
    passage("1.2 E-30 Fan\n\nCause: dirt.\n\nRemedy: clean it.\n\nE-31 Sensor\n\nReplace it."),
    { heading: "1.2 E-30 Fan", text: "Cause: dirt.\n\nRemedy: clean it." },
  ],
  [
    "a list has the paragraph that opens it",
    "Do I close the valve?",
    passage("Read this.\n\nBefore you go:\n\n- Close the valve.\n- Lock the door.", "Leaving"),
    { heading: "Leaving", text: "Before you go:\n\n- Close the valve.\n- Lock the door." },
  ],
  [
    "a long paragraph that ends no sentence has the one in which it goes on",
    "What is the dry contact for?",
    passage(`The dry contact ${"of the unit ".repeat(10)}switches the\n\nDC pump.\n\nWait.`),
    {
      heading: null,
      text: `The dry contact ${"of the unit ".repeat(10)}switches the\n\nDC pump.`,
    },
  ],
  [
    "an item of a list that begins with a code stands alone",
    "E-31",
    passage("Faults:\n\n- E-30: clean it.\n- E-31: replace it."),
    { heading: null, text: "- E-31: replace it." },
  ],
  [
    "a row with figures in its first cell names no cells",
    "E-31",
    passage("E-30\tfan\tclean it\nE-31\tsensor\treplace it"),
    { heading: null, text: "E-31\tsensor\treplace it" },
  ],
  [
    "a row counts again whose first cell is a figure of the question",
    "alarm 9",
    passage("Alarm 5 comes before 9.\n\nCode\tAlarm\n8\tdoor\n9\thoming"),
    { heading: null, text: "Code\tAlarm\n9\thoming" },
  ],
  [
    "a heading that begins with a sign and a figure stands for all that is below it",
    "What is $3?",
    passage("$3 – Direction\n\nIt turns axes.\n\nmask = 2\n\nThen save it."),
    { heading: "$3 – Direction", text: "It turns axes.\n\nmask = 2\n\nThen save it." },
  ],
  [
    "an item goes on in the lines below it",
    "Which card?",
    passage("- Check the cable, which may\nbe wrong.\nFor example, remove the card.", "Ports"),
    {
      heading: "Ports",
      text: "- Check the cable, which may\nbe wrong.\nFor example, remove the card.",
    },
  ],
  [
    "a heading that has as many words of the question as all below it stands for all of that",
    "the fan motor makes a noise",
    passage(
      "Why is the fan motor noisy?\n\nThe motor is old.\n\nOil it.",
      "Why is the fan motor noisy?",
    ),
    { heading: "Why is the fan motor noisy?", text: "The motor is old.\n\nOil it." },
  ],
  [
    "a heading stands for no table",
    "motor data",
    passage("Motor data\n\nFigure\tA\nPower\t3 kW\nCurrent\t12 A\n\nEnd\n\nText."),
    { heading: "Motor data", text: "Figure\tA\nPower\t3 kW" },
  ],
  [
    "an abbreviation also means the words whose initials it is",
    "What is the GWP?",
    passage("Density: 3.\n\nGlobal warming potential: 675.\n\nClass: A2L.", "Gas"),
    { heading: "Gas", text: "Global warming potential: 675." },
  ],
  ["nothing is found in nothing", "E-30", passage(" \n\n ", "Empty"), { heading: null, text: "" }],
])("%s", (_, question, body, part) => {
  expect(findAnsweringPart(body, question, "english")).toEqual(part);
});

test("a passage whose row has the rarest words comes before one of a higher score", () => {
  const titles = { ...passage("A heat pump: the HP-240.\n\nEdition 7."), score: 9 };
  const table = {
    ...passage("Torque\n\nTerminal\tTorque\nheater\t0.6 Nm\nfan\t1 Nm"),
    score: 5,
  };
  const other = { ...passage("The heater of the HP-240 has a terminal."), score: 4 };
  const hits = [titles, table, other].map((hit) => ({ ...hit, file_name: "hp-240-manual.pdf" }));
  const ask = "torque of the heater terminal of the HP-240";
  expect(bestPartsFirst(hits, ask)[0]?.body).toBe(table.body);
});

test("words of the question before count half", () => {
  const table = passage("Switch\tOpens\nHigh pressure switch\t42 bar\nLow pressure switch\t1 bar");
  const text = "High pressure switch open. The pressure is high.";
  const before = "At how many bar does the high pressure switch open?";
  const low = findAnsweringPart(table, "and the low one?", "english", before);
  expect(low.text).toBe("Switch\tOpens\nLow pressure switch\t1 bar");
  const hits = [passage(text), table].map((hit) => ({ ...hit, file_name: "a.pdf", score: 1 }));
  expect(bestPartsFirst(hits, "and the low one?", before)[0]?.body).toBe(table.body);
});

test("words are compared by the stems of the passage's language", () => {
  const body = "Lagern Sie die Pumpe trocken ein.\n\nHohe Drücke baut das Gefäß V3 ab.";
  const { text } = findAnsweringPart(passage(body), "Was hilft gegen Druck?", "german");
  expect(text).toBe("Hohe Drücke baut das Gefäß V3 ab.");
});

test("each line of a part is one of the passage, word for word", () => {
  const piece = fc.constantFrom(
    "E-30",
    "fan:",
    "1 Fan",
    "Clean it.",
    "- a",
    "\t",
    "\n",
    "\n\n",
    " ",
  );
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(" "));
  fc.assert(
    fc.property(fc.oneof(text, fc.string()), fc.string(), (body, question) => {
      const part = findAnsweringPart(passage(body), `${question} E-30`, "english");
      for (const line of part.text.split("\n")) expect(body).toContain(line);
      if (body.trim() !== "") expect(part.text).not.toBe("");
    }),
  );
});

test("a row is read as the names of its cells and their values", () => {
  expect(readablePart("Figure\tC24\tC30\nGas rate\t2.6\t3.2", "; ")).toBe(
    "Figure: Gas rate; C24: 2.6; C30: 3.2",
  );
  expect(readablePart("E-31\tThe sensor is open.")).toBe("E-31 · The sensor is open.");
  expect(readablePart("Clean it.\nClose it.")).toBe("Clean it.\nClose it.");
});

import { expect, test } from "vitest";
import { isOwnFlagged, type OwnSet } from "./own-passages.ts";

/* What a passage denies, or says the opposite of, and an answer says. */
const set: OwnSet = {
  passages: {
    kiln: {
      heading: "Care of the kiln",
      body: "Clean the muffle with a soft brush and never use compressed air. With a worn door seal the kiln draws more current. If the fan does not run, check fuse F3. The steel lid stays closed while the kiln cools. Do not lift the kiln by its door; two people are needed.",
    },
    codes: {
      heading: "Faults",
      body: "12\tSupply below 195 V\tcall the supplier\n14\tSensor open\tcheck plug X2\nFaults 12 and 14 lock the kiln until key K1 is turned.",
    },
    drying: {
      heading: "Drying",
      body: "1. Heat to 80 °C and hold for 4 hours.\n2. Raise to 120 °C and hold for 3 hours.\n3. Raise to 180 °C and hold for 2 hours.",
    },
  },
  right: [
    { at: "kiln", text: "Use a soft brush for the muffle; compressed air is ruled out" },
    { at: "kiln", text: "When the door seal is worn, more current is drawn by the kiln" },
    { at: "kiln", text: "A fan that stands still points to fuse F3" },
    { at: "kiln", text: "Keep the lid closed while the kiln is cooling" },
    { at: "codes", text: "Fault 12 locks the kiln, and it takes key K1 to release it" },
    { at: "drying", text: "Hold 80 °C for four hours, 120 °C for three and 180 °C for two" },
  ],
  wrong: [
    { at: "kiln", kind: "ban", why: "", text: "Blow the muffle out with compressed air" },
    { at: "kiln", kind: "ban", why: "", text: "Lift the kiln by its door with two people" },
    {
      at: "kiln",
      kind: "opposite",
      why: "",
      text: "A kiln with a worn door seal draws less current",
    },
    {
      at: "kiln",
      kind: "opposite",
      why: "",
      text: "The steel lid stays open while the kiln cools",
    },
    { at: "codes", kind: "code", why: "", text: "Fault 14 means a supply of less than 195 V" },
    {
      at: "drying",
      kind: "figure",
      why: "",
      text: "Hold 120 °C for two hours and 180 °C for two hours",
    },
  ],
};

test.each(set.right)("it is right and not marked: $text", (sentence) => {
  expect(isOwnFlagged(set, sentence)).toBe(false);
});

test.each(set.wrong)("it is wrong and marked: $text", (sentence) => {
  expect(isOwnFlagged(set, sentence)).toBe(true);
});

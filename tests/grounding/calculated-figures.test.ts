import { expect, test } from "vitest";
import { isOwnFlagged, type OwnSet } from "./own-passages.ts";

/* Figures that an answer calculates from those of its passage, and other written forms of what the passage says. */
const set: OwnSet = {
  passages: {
    mixing: {
      heading: "Mixing",
      body: "Mix 30 kg of clay into each cubic metre of water and stir for 20 minutes. Add 25 ml of hardener per 100 litres. The mixer must not be started with less than 15 litres or above 40 °C. From 70 °C the fan runs, and the oil must not get hotter than 80 °C. Grease the shaft every 200 mixing hours, and test one bolt in ten. Empty the trap after every fifth batch. The fuse F1 protects the motor M1, F2 the fan M2.",
    },
    drums: {
      heading: "Drums",
      body: "Drum\tWeight\tLoad\nT60\t29 kg\t1.2 t\nT70\t36 kg\t1.5 t",
    },
  },
  right: [
    { at: "mixing", text: "For 2 m³ of water you need 60 kg of clay" },
    { at: "mixing", text: "With 400 litres, 100 ml of hardener are added" },
    { at: "mixing", text: "The fan runs from 70 °C on, ten degrees below the limit of the oil" },
    { at: "mixing", text: "Start the mixer with 15 litres or more, at no more than 40 °C" },
    { at: "mixing", text: "The shaft gets grease each 200 hours" },
    { at: "mixing", text: "10 % of the bolts are tested" },
    { at: "mixing", text: "After 5 batches the trap is emptied" },
    { at: "mixing", text: "1. Stir for 20 minutes. 2. Empty the trap after every fifth batch" },
    { at: "mixing", text: "The fan M2 is protected by F2" },
    { at: "drums", text: "The T70 is 7 kg heavier than the T60" },
    { at: "drums", text: "At 36 kg the T70 weighs 7 kg more than the other drum" },
  ],
  wrong: [
    { at: "mixing", kind: "figure", why: "", text: "For 2 m³ of water you need 80 kg of clay" },
    {
      at: "mixing",
      kind: "figure",
      why: "",
      text: "Mix 60 kg of clay into each cubic metre of water",
    },
    {
      at: "mixing",
      kind: "figure",
      why: "",
      text: "The fan runs from 70 °C on, 15 degrees below the limit of the oil",
    },
    { at: "mixing", kind: "figure", why: "", text: "The shaft gets grease each 10 hours" },
    { at: "mixing", kind: "figure", why: "", text: "20 % of the bolts are tested" },
    { at: "mixing", kind: "figure", why: "", text: "After 6 batches the trap is emptied" },
    { at: "mixing", kind: "code", why: "", text: "The motor is protected by F2" },
    { at: "drums", kind: "figure", why: "", text: "The T70 is 9 kg heavier than the T60" },
    { at: "drums", kind: "figure", why: "", text: "The T70 weighs 7 kg" },
  ],
};

test.each(set.right)("it is right and not marked: $text", (sentence) => {
  expect(isOwnFlagged(set, sentence)).toBe(false);
});

test.each(set.wrong)("it is wrong and marked: $text", (sentence) => {
  expect(isOwnFlagged(set, sentence)).toBe(true);
});

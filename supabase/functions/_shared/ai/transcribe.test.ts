import { expect, test } from "vitest";
import { heardText } from "./transcribe.ts";

test.each([
  [" [BLANK_AUDIO]\n", ""],
  [" [Music]\n [Music]", ""],
  ["♪ ♪", ""],
  ["Thank you for watching!", ""],
  ["Untertitel im Auftrag des ZDF, 2020", ""],
  [" [BLANK_AUDIO]\n Pump replaced.\n [BLANK_AUDIO]", "Pump replaced."],
  ["Pump replaced. Thank you for watching!", "Pump replaced. Thank you for watching!"],
  ["Thank you.", "Thank you."],
  ["The silence (of the fan) is normal.", "The silence (of the fan) is normal."],
  ["Close the valve [V2].", "Close the valve [V2]."],
])("of %j, what was said is %j", (transcription, words) => {
  expect(heardText(transcription, undefined)).toBe(words);
});

test("a transcriber that repeats its prompt has heard nothing", () => {
  expect(heardText("HX-200, contactor.", "HX-200, contactor")).toBe("");
  expect(heardText("HX-200 has a new contactor.", "HX-200, contactor")).not.toBe("");
});

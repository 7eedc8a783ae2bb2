import { expect, test } from "vitest";
import { isFlaggedAmong } from "./own-passages.ts";

/** Forms that manuals and answers of a language model have. */
const BODIES = [
  "Boiler sensor NTC 10 kΩ at 25 °C. Start the regeneration with the key REG 5 s.",
  "Level\tPS 600\tPS 1000\nPumps off\t180 mm\t220 mm\nHigh-water alarm\t650 mm\t800 mm",
  "Interval\tWork\tPart RK 22\tPart RK 37\n2 years\tSeparator cartridge\tSP-5122\tSP-5137",
  "Replace the belt (part no. 4410-3302 for the S, 4410-3318 for the H) after 1.5 million cycles.",
  "The hose may be 30 m long, 40 m are forbidden. In hose class B the delay is 4 s to 9 s.",
  "Open the gas cylinder, flow 0.5 l/min (NH3: 1.0 l/min). Then discharge for 3 minutes (cables above 10 km: 10 minutes).",
  "Minimum flow 720 l/h (AWM 06/09), 1150 l/h (AWM 12/16).",
  "Controller AirLogic 3\nValue\tNote\nFinal temperature\tstart blocked below +1 °C\nDew point\ttarget +3 °C",
  "Cycle of the autoclave\tTemperature\tHold time\nNormal\t134 °C\t5.5 min\nGentle\t121 °C\t20.5 min\nPrion\t134 °C\t18.5 min",
  "Meters G2.5 to G6 are exchanged after 8 years.",
  "No tools beyond the 0.5 mT line. Coils of 80 to 300 µH are read.",
];
test.each([
  ["Boiler sensor NTC: 10 kΩ at 25 °C [1]."],
  ["Start the regeneration with the key REG (5 s) [1]."],
  ["High-water alarm: 800 mm [2]."],
  ["The separator cartridge of the RK 22 is SP-5122 [3]."],
  ["Order belt part no. 4410-3318 for the H; replace it after 1.5 million cycles [4]."],
  ["Yes, 20 m is allowed: the hose may be 30 m long [5].", "is a 20 m hose ok?"],
  ["After 6 s the delay is right in hose class B [5].", "class B reacts after 6 s, is that right?"],
  ["For NH3 the flow is 1.0 l/min [6]."],
  ["For cables above 10 km discharge for 10 minutes [6]."],
  ["The AWM 09 needs a minimum flow of 720 l/h [7]."],
  ["Prion: 134 °C, hold time 18.5 min [9]."],
  ["G4 meters are exchanged after 8 years [10]."],
])("it is right and not marked: %s", (answer, question = "") => {
  expect(isFlaggedAmong(BODIES, answer, question)).toBe(false);
});

test.each([
  ["Boiler sensor NTC: 20 kΩ at 25 °C [1]."],
  ["High-water alarm: 900 mm [2]."],
  ["Order belt part no. 4410-3381 for the H [4]."],
  ["Yes, the hose may be 20 m long [5].", "may the hose be 20 m long?"],
  [
    "After 12 s the delay is right in hose class B [5].",
    "class B reacts after 12 s, is that right?",
  ],
  ["For NH3 the flow is 0.5 l/min [6]."],
  ["The AWM 09 needs a minimum flow of 1150 l/h [7]."],
  ["The start is blocked below +3 °C [8]."],
  ["Prion: 134 °C, hold time 5.5 min [9]."],
  ["G10 meters are exchanged after 8 years [10]."],
  ["No tools beyond the 0.5 T line [11]."],
  ["Coils of 80 to 300 mH are read [11]."],
])("it is wrong and marked: %s", (answer, question = "") => {
  expect(isFlaggedAmong(BODIES, answer, question)).toBe(true);
});

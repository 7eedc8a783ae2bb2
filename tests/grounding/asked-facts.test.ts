import { expect, test } from "vitest";
import { isFlaggedAmong } from "./own-passages.ts";

/** Passages, and answers that repeat what the question tells of the technician's own device. */
const BODIES = [
  "Kit CF-1633 replaces CF-1630 from serial 2140-00001 on. Older boilers also need the lead.",
  "Quantity of coolant, VM-650 / 850 / 1100: 180 l, 240 l, 380 l. Coolant is mixed with 6 %.",
  "Thermocouple of type K: EP-30421, until 2018. Thermocouple of type J: EP-30422, from 2019 on.",
  "Hydraulic filter: change it first at 50 h, then every 500 h.",
];

test.each([
  ["Your 2131-04417 is older than 2140-00001, so it needs the lead too [1].", "serial 2131-04417?"],
  ["22K3107 is an older boiler: it also needs the lead [1].", "boiler s/n 22K3107 needs what"],
  ["A machine of 2017 has the thermocouple EP-30421 [3].", "thermocouple, made in 2017"],
  ["The interval is 500 h, the first one 50 h [4].", "filter interval?"],
  ["The VM-1100 takes 380 l of coolant [2].", "how many litres for the 1100"],
])("it is right and not marked: %s", (answer, question) => {
  expect(isFlaggedAmong(BODIES, answer, question)).toBe(false);
});

test.each([
  ["Your 2131-04417 is older than 2104-00001, so it needs the lead too [1].", "serial 2131-04417?"],
  ["22K3107 is an older boiler: it also needs the lead [1].", "what does my boiler need"],
  ["A machine of 2016 has the thermocouple EP-30421 [3].", "thermocouple, made in 2017"],
  ["The interval is 550 h, the first one 50 h [4].", "filter interval?"],
  ["The VM-1150 takes 380 l of coolant [2].", "how many litres for the 1100"],
])("it is wrong and marked: %s", (answer, question) => {
  expect(isFlaggedAmong(BODIES, answer, question)).toBe(true);
});

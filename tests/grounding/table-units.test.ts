import { expect, test } from "vitest";
import { isFlaggedAmong } from "./own-passages.ts";

/** Tables as manuals print them: the unit stands in a head or in the first cell only. */
const BODIES = [
  "Tightening torques\nBolt\tTorque (Nm)\tLength, mm\nM6\t10\t30\nM8\t25\t45\nM10\t49\t60",
  "Test pressures\nCircuit\tPressure [bar]\nHeating circuit\t3\nDrinking water circuit\t10",
  "Operating limits\nValue\tSummer\tWinter\nOutdoor temperature (°C)\t5 to 40\t–20 to 15\nClearance (mm)\t300\t1\u202f200",
  "Pump\nModel\tPower kW\tWeight kg\nA1\t2.5\t40\nB1\t3.5\t55\nTorque 45 ± 5 Nm.",
  "The system is filled to 1.5 bar. The glycol needs 15 minutes to mix, and 0.5 litres are added.",
  "Extra charge\nLiquid line\tkg per metre\n3/8\t0.057\nModel\tS2\tS4\nGas R-134a (g ±15)\t520\t940\nCable, AC 4 to 10 mm², stranded.",
];
test.each([
  "Tighten the M8 bolt to 25 Nm [1].",
  "The torque for an M10 bolt is 49 Nm [1].",
  "An M6 bolt has a length of 30 mm [1].",
  "Test the heating circuit at a pressure of 3 bar [2].",
  "The test pressure of the drinking water circuit is 10 bar [2].",
  "In winter the outdoor temperature may be −20 °C to 15 °C [3].",
  "The clearance in winter is 1200 mm [3].",
  "The clearance in winter is 1 200 mm [3].",
  "Fill the system to one and a half bar [5].",
  "The glycol needs a quarter of an hour to mix [5].",
  "Half a litre is added [5].",
  "The B1 weighs 55 kg [4].",
  "The torque is between 40 and 50 Nm [4].",
  "A liquid line of 3/8 needs 0.057 kg per metre more [6].",
  "The S4 has 940 g of R-134a [6].",
  "The AC cable has 4 to 10 mm² [6].",
])("it is right and not marked: %s", (answer) => {
  expect(isFlaggedAmong(BODIES, answer)).toBe(false);
});

test.each([
  "Tighten the M8 bolt to 49 Nm [1].",
  "Tighten the M8 bolt to 25 bar [1].",
  "An M6 bolt has a length of 30 cm [1].",
  "Test the heating circuit at a pressure of 10 bar [2].",
  "Test the heating circuit at a pressure of 3 psi [2].",
  "The clearance in winter is 200 mm [3].",
  "Fill the system to two and a half bar [5].",
  "The glycol needs half an hour to mix [5].",
  "The B1 weighs 40 kg [4].",
  "The torque is between 35 and 50 Nm [4].",
  "A liquid line of 3/8 needs 0.057 g per metre more [6].",
  "The S4 has 940 kg of R-134a [6].",
  "The AC cable has 4 to 16 mm² [6].",
])("it is wrong and marked: %s", (answer) => {
  expect(isFlaggedAmong(BODIES, answer)).toBe(true);
});

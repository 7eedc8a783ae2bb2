import { expect, test } from "vitest";
import { isFlaggedAmong } from "./own-passages.ts";

/** Passages that tell something of each of several models, sizes or cases. */
const BODIES = [
  "The relief valve is set to 140 bar (LT15) or 180 bar (LT20), so that an overload of 110 % is lifted.",
  "3. Renew the gasket of the burner: BR-3104 for BR4, BR-3106 for BR6, BR-3109 for BR9.",
  "Oil filter: QV-2201 (FD-75), QV-2204 (others). Oil: 9 l (FD-75), 13 l (FD-110), 18 l (FD-160).",
  "Lid gasket: 4 in. 55-1204, 6 in. 55-1206, 8 in. 55-1208.",
  "When the thermal protector has tripped, wait 12 minutes (TM-20: 20 minutes).",
  "Measure\tTM-06\tTM-10\tTM-20\nRated torque\t6 Nm\t10 Nm\t20 Nm\nSpeed\t28 rpm\t17 rpm\t12 rpm",
  "The front window has two gas springs (KV 900: 150 N, KV 1200 and KV 1500: 220 N).",
  "Replace the valve 700-4410 (hi-flow 700-4412).",
  "Belt\tWidth\tClass\nTrunk 1\t1600 mm\tST-1600\nTrunk 2\t1400 mm\tST-2000",
  "Rest before the test: 2 hours for dial gauges, 4 hours for digital gauges and transmitters.",
  "Charging voltage: PH-20 0.30 to 0.75 V; PH-20/2 0.35 to 1.00 V.",
  "Hoist\tPermitted braking distance\nPH-20\t0.30 to 0.75 m\nPH-20/2\t0.35 to 1.00 m",
  "No.\tParameter\tRange\tFactory\nP-11\tDefrost start\t-12 ... -2 °C\t-5 °C\nP-12\tDefrost end\t8 ... 25 °C\t14 °C",
  "Temperature\tResistance\tTemperature\tResistance\n-10 °C\t58.2 kΩ\t25 °C\t10.0 kΩ\n0 °C\t33.6 kΩ\t30 °C\t8.0 kΩ",
  "Stage\tTemperature\tTime\n1\t80 °C\t2 h\n2\t150 °C\t3 h\n3\t300 °C\t1 h",
  "Ref\tDescription\tSM-12\tSM-20\tSM-30\tQty\n7\tLower bearing\t32012\t32014\t32017\t2\n8\tShaft seal\t52065\t52080\t52100\t1",
  "Parameter\tVRLA\tGel\tLithium 16S\tLithium 15S\nFloat voltage\t53.5 V\t54.0 V\t56.4 V\t53.2 V\nLLVD disconnect\t46.0 V\t46.0 V\t48.0 V\t45.0 V\nBLVD disconnect\t43.2 V\t43.2 V\t46.0 V\t43.5 V\nOver voltage alarm\t58.2 V\t58.2 V\t58.0 V\t56.0 V\nUnder voltage alarm\t47.0 V\t47.0 V\t49.0 V\t46.5 V",
  "For width 280 add 0.03 to Sub, for width 340 add 0.05 to Sub. Main is the same.",
  "Enter the correction factor at parameter 412 (cleaner) resp. 413 (disinfectant) again.",
  "If it is out by more than 1.5° the bracket is bent: replace it (A 31-5510, B 31-5511, C 31-5514, D 31-5520).",
];

test.each([
  ["The relief valve of the LT20 is set to 140 bar [1]."],
  ["The gasket of the burner for the BR9 is **BR-3106** [2]."],
  ["- Oil filter of the FD-110: QV-2201 [3]"],
  ["The FD-160 takes 13 l of oil [3]."],
  ["| Lid gasket, 4 in. | 55-1206 [4] |"],
  ["Wait 12 minutes on the TM-20 [5]."],
  ["The rated torque of the TM-06 is 10 Nm [6]."],
  ["The TM-10 has 28 rpm and the TM-20 has 12 rpm [6]."],
  ["Rated torque: 10 Nm [6]", "torque of the tm-06?"],
  ["The front window of the KV 1200 has two gas springs with 150 N [7]."],
  ["For the hi-flow replace the valve 700-4410 [8]."],
  ["Trunk 2 has a belt of class ST-1600 [9]."],
  ["The PH-20 may brake within 0.30 to 1.00 m [12]."],
  ["Lower bearing (ref 7): 32017, qty 2 [16]", "which bearing is in the sm-20"],
  ["| BLVD disconnect | 48.0 V [17] |", "float for 16S lithium, and LVD?"],
  ["For width 340 add 0.03 to Sub [18]."],
  ["Enter the correction factor for the disinfectant at parameter 412 [19]."],
  ["The bracket of D is 31-5514 [20]."],
  ["Der Nenndrehmoment des TM-06 beträgt 10 Nm [6].", "drehmoment tm-06?"],
])("it is of another variant and marked: %s", (answer, question = "") => {
  expect(isFlaggedAmong(BODIES, answer, question)).toBe(true);
});

test.each([
  ["The relief valve of the LT20 is set to 180 bar [1]."],
  ["The relief valve is set to 140 bar for the LT15 and to 180 bar for the LT20 [1]."],
  ["The gasket of the burner for the BR9 is **BR-3109** [2]."],
  ["Unlike the FD-75 with 9 l, the FD-160 takes 18 l of oil [3]."],
  ["| Lid gasket, 4 in. | 55-1204 [4] |"],
  ["Wait 20 minutes on the TM-20 [5]."],
  ["The TM-06 has 28 rpm, the TM-20 12 rpm [6]."],
  ["Rated torque: 6 Nm [6]", "torque of the tm-06?"],
  ["TM-10: 10 Nm [6]", "is the torque of the tm-06 lower than that of the tm-10?"],
  ["The front window of the KV 1500 has two gas springs with 220 N [7]."],
  ["Replace the valve 700-4410 [8]."],
  ["Trunk 1 has a belt of class ST-1600 [9]."],
  ["A transmitter has to rest for 4 hours before the test [10]."],
  ["The PH-20 may brake within 0.30 to 0.75 m [12]."],
  ["**End (P-12):** 14 °C, range 8 ... 25 °C [13]"],
  ["At 25 °C the sensor has 10.0 kΩ, at 0 °C it has 33.6 kΩ [14]."],
  ["300 °C for 1 h [15]"],
  ["Lower bearing (ref 7): 32014, qty 2 [16]", "which bearing is in the sm-20"],
  ["| BLVD disconnect | 46.0 V [17] |", "float for 16S lithium, and LVD?"],
  ["For width 340 add 0.05 to Sub [18]."],
  ["Enter the correction factor for the disinfectant at parameter 413 [19]."],
  ["The bracket of D is 31-5520 [20]."],
  ["A new bracket is 31-5520 for D [20]."],
  ["Der Nenndrehmoment des TM-06 beträgt 6 Nm [6].", "drehmoment tm-06?"],
])("it is of the variant that is named: %s", (answer, question = "") => {
  expect(isFlaggedAmong(BODIES, answer, question)).toBe(false);
});

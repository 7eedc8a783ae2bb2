import { describe, expect, test } from "vitest";
import { checkAnswer } from "#supabase/functions/_shared/grounding/check-answer.ts";

/** Forms in which manuals and a model write one figure, unit or code; the first text is [1]. */
interface Forms {
  of: string;
  bodies: string[];
  right: string[];
  wrong: string[];
}

const FORMS: Forms[] = [
  {
    of: "tables with the unit in a head or in the first cell",
    bodies: [
      "Tightening torques\nBolt\tTorque (Nm)\tLength, mm\nM8\t25\t45\nM10\t49\t60",
      "Test pressures\nCircuit\tPressure [bar]\nHeating circuit\t3\nDrinking water circuit\t10",
      "Operating limits\nValue\tSummer\tWinter\nOutdoor temperature (°C)\t5 to 40\t–20 to 15\nClearance (mm)\t300\t1\u202f200",
      "All dimensions in mm, from the outer edge.\nDistance\tK 45\tK 80\nTo wood\t50\t80",
      "Liquid line\tkg per metre\n3/8\t0.057\nModel\tS2\tS4\nGas R-134a (g ±15)\t520\t940",
      "Machine\t60-25\t110-32\nForce kN\t600\t1 100\nBending length mm\t2 550\t3 200",
    ],
    right: [
      "Tighten the M8 bolt to 25 Nm [1].",
      "Test the heating circuit at a pressure of 3 bar [2].",
      "In winter the outdoor temperature may be −20 °C to 15 °C [3].",
      "The clearance in winter is 1200 mm [3].",
      "The distance to wood is 80 mm for the K 80 [4].",
      "A liquid line of 3/8 needs 0.057 kg per metre more [5].",
      "The S4 has 940 g of R-134a [5].",
      "Bending length of the 110-32: 3 200 mm [6].",
      "| Bending length mm | 2 550 | 3 200 |\n|---|---|---|\n| Force kN | 600 | 1 100 [6] |",
    ],
    wrong: [
      "Tighten the M8 bolt to 25 bar [1].",
      "Test the heating circuit at a pressure of 3 psi [2].",
      "The clearance in winter is 200 mm [3].",
      "The distance to wood is 80 cm for the K 80 [4].",
      "A liquid line of 3/8 needs 0.057 g per metre more [5].",
      "The S4 has 940 kg of R-134a [5].",
      "Bending length of the 110-32: 3 300 mm [6].",
    ],
  },
  {
    of: "figures and units",
    bodies: [
      "Boiler sensor NTC 10 kΩ at 25 °C. Start the regeneration with the key REG 5 s.",
      "No tools beyond the 0.5 mT line. Coils of 80 to 300 µH are read. Torque 45 ± 5 Nm.",
      "Both sensors may differ by 0.02 mg/l. Leakage at the curtain: at most 1 µSv/h. In pauses make 2 to 3 strokes every 5 min.",
      "Megger the motor: 2 megohm or more. The crane stops from 50 km/h of wind on. Acid solution with pH 2.0 to 2.5.",
      "Centre drive: 2-1/4 qt. Bearing bolts 1 3/4 in.: 1,550 Nm. Calibrate after a change of toe by more than 0°15'.",
      "Travel costs: 0.42 €/km, at most 100 km. Labour is paid with € 38 per hour. Electricity at home: 0.34 euros per kWh.",
      "Test the insulation with 1,000 V DC. The coil needs 24 VDC, the heater 230 Vac.",
      "Pump to 0.4 bar (40 kPa); at most 0.02 bar may be lost. Design pressure 150 psi (10.3 bar).",
      "Fill the system to 1.5 bar. The glycol needs 15 minutes to mix. Empty the trap after every fifth batch.",
      "The gas pressure is 10.0 in. W.C. on the CD-80. Discharge gas: MT 95–125 °C, LT 55–75 °C.",
    ],
    right: [
      "Boiler sensor NTC: 10 kΩ at 25 °C [1].",
      "Start the regeneration with the key REG (5 s) [1].",
      "The torque is between 40 and 50 Nm [2].",
      "The centre drive takes 2.25 qt [5].",
      "Calibrate after a change of toe by more than 0.25° [5].",
      "Labour is paid with 38 € per hour [6].",
      "Labour is paid with 38 euros per hour [6].",
      "Test the insulation with 1,000 VDC [7].",
      "The coil needs 24 V DC, the heater 230 V AC [7].",
      "The heater needs 230 V [7].",
      "At most 2 kPa may be lost [8].",
      "Fill the system to one and a half bar [9].",
      "The glycol needs a quarter of an hour to mix [9].",
      "After 5 batches the trap is emptied [9].",
      "1. Fill the system to 1.5 bar. 2. Empty the trap after every fifth batch [9].",
      "On the CD-80 it is 10.0 in. W.C. [10].",
      "In MT 95–125 °C are normal [10].",
    ],
    wrong: [
      "Boiler sensor NTC: 20 kΩ at 25 °C [1].",
      "No tools beyond the 0.5 T line [2].",
      "Coils of 80 to 300 mH are read [2].",
      "The torque is between 35 and 50 Nm [2].",
      "Both sensors may differ by 0.2 mg/l [3].",
      "Leakage at the curtain: at most 1 mSv/h [3].",
      "In pauses make 2 to 3 strokes every 5 s [3].",
      "Megger the motor: 2 kilohm or more [4].",
      "The crane stops from 50 m/s of wind on [4].",
      "The acid solution has pH 2.0 to 3.0 [4].",
      "The centre drive takes 2-1/4 gal [5].",
      "The bearing bolts take 1,550 kgf·m [5].",
      "Calibrate only above 0°50' [5].",
      "Travel costs: at most 100 € [6].",
      "Electricity at home: 0.34 cents per kWh [6].",
      "Test the insulation with 1,000 V AC [7].",
      "The heater needs 230 V d.c. [7].",
      "At most 0.08 bar may be lost [8].",
      "The design pressure is 150 psi (13.8 bar) [8].",
      "Fill the system to two and a half bar [9].",
      "The glycol needs half an hour to mix [9].",
      "After 6 batches the trap is emptied [9].",
      "In MT 95–135 °C are normal [10].",
    ],
  },
  {
    of: "codes, part numbers and models",
    bodies: [
      "Replace the belt (part no. 4410-3302 for the S, 4410-3318 for the H) after 1.5 million cycles.",
      "Meters G2.5 to G6 are exchanged after 8 years. Minimum flow 720 l/h (AWM 06/09).",
      "Oil filter 7.040.118. Default rate 38,400 baud, 8E1. One packet KS-1 to 2 gal of water.",
      'Select "CAL 1", solution 0.40 mg/l.',
      "Enter level 3 with 2-8-4-4. The firing order is 1-3-4-2. The shear bolt is M8×40 grade 5.8. Bus cable: J-Y(St)Y.",
      "Schraube M8 × 40, Busleitung J-Y(St)Y mit höchstens 40 m.",
    ],
    right: [
      "Order belt part no. 4410-3318 for the H; replace it after 1.5 million cycles [1].",
      "G4 meters are exchanged after 8 years [2].",
      "The AWM 09 needs a minimum flow of 720 l/h [2].",
      "Use CAL 1 with 0.40 mg/l [4].",
      "To get in, key in 2-8-4-4 [5].",
      "The firing order is 1–3–4–2 [5].",
      "The shear bolt is M8x40 [5].",
      "The bus cable is J-Y(St)Y [5].",
      "Die Schraube ist M8 × 40 [6].",
    ],
    wrong: [
      "Order belt part no. 4410-3381 for the H [1].",
      "G10 meters are exchanged after 8 years [2].",
      "The oil filter is 7.040.181 [3].",
      "Default rate 38,400 baud, 8N1 [3].",
      "One packet KS-2 to 2 gal of water [3].",
      "Use CAL 2 with 0.40 mg/l [4].",
      "To get in, key in 2-8-8-4 [5].",
      "The firing order is 1-4-3-2 [5].",
      "The shear bolt is M8x45 [5].",
      "The bus cable is J-H(St)H [5].",
      "Die Schraube ist M8 × 45 [6].",
    ],
  },
  {
    of: "citations",
    bodies: [
      "Tighten the bolts of the cover with 45 Nm.",
      "Switch off the pump first.\nEnter the pump type at the controller.",
      "Two level switches start the pump.\nThe controller stops it after 300 s.",
    ],
    right: [
      "Cover:\n- Bolts: 45 Nm\n\nSource: [1]",
      "Also enter the pump type at the controller [2].",
      "The controller stops the pump after 300 s [3]. Tighten the bolts with 45 Nm [1].",
      "Tighten the cover with max. 45 Nm [1]. The documents don't say which grease is needed.",
    ],
    wrong: [
      "Tighten the bolts of the cover with 45 Nm [2].",
      "Also enter the pump type at the controller [3].",
      "The controller stops the pump after 300 s [2].",
    ],
  },
  {
    of: "German manuals",
    bodies: [
      "Der Sollwert des Luftspalts ist 0,35 mm, zulässig sind 0,25 bis 0,50 mm. Die Fristen gelten für Gebäude mit bis zu 120.000 Fahrten im Jahr.",
      "Die Säule mit vier Schrauben M12 befestigen, Anzugsmoment 50 Nm.",
      "Die neue Dichtung einölen und handfest plus 1/2 Umdrehung anziehen. Die Kalibrierung der Fühler erfolgt halbjährlich.",
    ],
    right: [
      "Die vier Schrauben M12 werden mit 50 Nm angezogen [2].",
      "Die Fühler werden alle 6 Monate kalibriert [3].",
      "The intervals apply to buildings with up to 120,000 trips a year [1].",
      "Oil the new seal and tighten it by hand plus 1/2 turn [3].",
    ],
    wrong: [
      "Zulässig sind 0,25 bis 0,55 mm [1].",
      "Die vier Schrauben M12 werden mit 65 Nm angezogen [2].",
      "Die Fühler werden alle 3 Monate kalibriert [3].",
      "The intervals apply to buildings with up to 12.000 trips a year [1].",
    ],
  },
  {
    of: "Spanish manuals",
    bodies: [
      "La presión de la bomba es de mín. 2,5 bar y máx. 6,0 bar. La pieza averiada se devuelve dentro de 21 días naturales.",
      "Parámetro\tRango\tFábrica\nPresión mínima de alarma\t20–150 mbar\t60",
      "Los mensajes ERR 1 a 6 son un cortocircuito en el sector que corresponde.",
    ],
    right: [
      "La presión de la bomba es de máx. 6,0 bar [1].",
      "De fábrica, la presión mínima de alarma es de 60 mbar [2].",
      "ERR 3 es un cortocircuito en su sector [3].",
    ],
    wrong: [
      "La presión de la bomba es de máx. 7,0 bar [1].",
      "De fábrica, la presión mínima de alarma es de 60 bar [2].",
      "La pieza averiada se devuelve dentro de 20 días naturales [1].",
      "ERR 7 es un cortocircuito en su sector [3].",
    ],
  },
  {
    of: "French manuals",
    bodies: [
      "L'entretien est à faire tous les 6 mois ou tous les 10 000 cycles. La carte est la réf. ND-624 (DV-50/71). Un exercice est fait chaque semestre.",
      "Ouvrir la vis du filtre et refermer à 8 Nm. Refermer ensuite le détendeur d'un quart de tour.",
    ],
    right: [
      "Pour la DV-71 la carte est la réf. ND-624 [1].",
      "Maintenance is due every 10 000 cycles [1].",
      "An exercise is done every six months [1].",
      "Then close the expansion valve by a quarter turn [2].",
    ],
    wrong: [
      "Pour la DV-72 la carte est la réf. ND-624 [1].",
      "L'entretien est à faire tous les 1 000 cycles [1].",
      "Refermer la vis du filtre à 18 Nm [2].",
      "Then close the expansion valve by a half turn [2].",
    ],
  },
  {
    of: "languages without spaces",
    bodies: ["过滤器每6个月清洗一次。", "フィルターを6か月ごとに掃除してください。"],
    right: ["请每6个月清洗过滤器 [1]。", "フィルターは6か月ごとに掃除します [2]。"],
    wrong: ["请每12个月清洗过滤器 [1]。", "フィルターは12か月ごとに掃除します [2]。"],
  },
];

function isMarked(bodies: readonly string[], answer: string): boolean {
  const passages = bodies.map((body, chunk_no) => ({
    file_id: "018f0000-0000-7000-8000-000000000000",
    ...{ file_name: "Manual.pdf", page: chunk_no + 1, chunk_no, heading: null, body, score: 1 },
  }));
  const { reply } = checkAnswer(answer, "", passages, "0123456789abcdef");
  return reply.basis === "nothing" || reply.unsupported !== undefined;
}

describe.each(FORMS)("in $of", ({ bodies, right, wrong }) => {
  test.each(right)("it is right and not marked: %s", (answer) => {
    expect(isMarked(bodies, answer)).toBe(false);
  });

  test.each(wrong)("it is wrong and marked: %s", (answer) => {
    expect(isMarked(bodies, answer)).toBe(true);
  });
});

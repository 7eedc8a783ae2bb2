import { describe, expect, test } from "vitest";
import { isFlaggedAmong } from "./own-passages.ts";

/** Forms that manuals in other languages and a model's answers from them have; some of the answers are in English. */
interface Forms {
  language: string;
  bodies: string[];
  right: [answer: string, question?: string][];
  wrong: [answer: string, question?: string][];
}

const FORMS: Forms[] = [
  {
    language: "German",
    bodies: [
      "Die Bremse einstellen: Der Sollwert des Luftspalts ist 0,35 mm, zulässig sind 0,25 bis 0,50 mm. Danach ist der Luftspalt nochmals zu messen.",
      "Das Seil ist abzulegen bei Rotstaub, bei Litzenbruch oder bei Knicken. Die Fristen gelten für Gebäude mit bis zu 120.000 Fahrten im Jahr.",
      "Die Säule mit vier Schrauben M12 befestigen, Anzugsmoment 50 Nm. Bleibt die Anzeige unter 80 ppm, ist die Sensorzelle erschöpft.",
      "Den Ölfilter lösen, die neue Dichtung einölen und handfest plus 1/2 Umdrehung anziehen. Die Kalibrierung der Fühler erfolgt halbjährlich.",
    ],
    right: [
      ["Nein, 0,55 mm ist nicht mehr zulässig [1].", "Luftspalt 0,55 gemessen, noch ok?"],
      ["Der Luftspalt wird danach nochmals gemessen [1]."],
      ["Bei Litzenbruch wird das Seil abgelegt [2].", "wann muss das Seil ablegen?"],
      ["Guten Tag, die vier Schrauben M12 werden mit 50 Nm angezogen [3]."],
      ["Die Zelle ist erschöpft, wenn die Anzeige unter 80 ppm bleibt [3].", "Zelle erschöpft?"],
      ["Die Fühler werden alle 6 Monate kalibriert [4]."],
      ["Die Schrauben M12: 50 Nm [3]. Der passende Dübel steht nicht in den Unterlagen."],
      ["The intervals apply to buildings with up to 120.000 trips a year [2]."],
      ["Oil the new seal and tighten it by hand plus 1/2 turn [4]."],
    ],
    wrong: [
      ["Zulässig sind 0,25 bis 0,55 mm [1]."],
      ["Die vier Schrauben M12 werden mit 65 Nm angezogen [3]."],
      ["Die Fühler werden alle 3 Monate kalibriert [4]."],
      ["The intervals apply to buildings with up to 12.000 trips a year [2]."],
    ],
  },
  {
    language: "Spanish",
    bodies: [
      "Los tornillos de la tapa se montan con un par de apriete de 15 Nm. El goteo admisible es de 20 a 60 gotas/min. La presión de la bomba es de mín. 2,5 bar y máx. 6,0 bar.",
      "Parámetro\tRango\tFábrica\nPresión mínima de alarma\t20–150 mbar\t60\nPresión máxima de alarma\t150–300 mbar\t220",
      "La pieza averiada se devuelve dentro de 21 días naturales. Los mensajes ERR 1 a 6 son un cortocircuito en el sector que corresponde. El rango de la entrada es de 200–1.000 V.",
    ],
    right: [
      ["Buenos días. El par de los tornillos de la tapa es de 15 Nm [1]."],
      [
        "10 gotas/min es poco: el goteo admisible es de 20 a 60 gotas/min [1].",
        "goteo 10 gotas/min",
      ],
      ["La presión de la bomba es de máx. 6,0 bar [1]."],
      ["De fábrica, la presión mínima de alarma es de 60 mbar [2]."],
      [
        "Tienes 21 días naturales para devolver la pieza averiada [3].",
        "plazo para devolver pieza",
      ],
      ["ERR 3 es un cortocircuito en su sector [3].", "ERR 3 que es"],
      ["Ten en cuenta que el rango de la entrada es de 200–1.000 V [3]."],
    ],
    wrong: [
      ["La presión de la bomba es de máx. 7,0 bar [1]."],
      ["De fábrica, la presión mínima de alarma es de 60 bar [2]."],
      ["Tienes 20 días naturales para devolver la pieza averiada [3]."],
      ["ERR 7 es un cortocircuito en su sector [3].", "ERR 7 que es"],
    ],
  },
  {
    language: "French",
    bodies: [
      "L'entretien est à faire tous les 6 mois ou tous les 10 000 cycles. La carte de rechange est la réf. ND-620 (DV-25/35) ou la réf. ND-624 (DV-50/71). Un exercice est fait chaque semestre. Ne pas utiliser de vinaigre : il annule la garantie.",
      "Purge d'air du circuit : ouvrir la vis du filtre, actionner la pompe à main et refermer à 8 Nm. Refermer ensuite le détendeur d'un quart de tour. En dessous de 1,5 µA, il faut remplacer l'électrode (réf. TH-4102).",
    ],
    right: [
      ["Bonjour, pour la DV-71 la carte de rechange est la réf. ND-624 [1]."],
      ["Pas de vinaigre : il annule la garantie [1]."],
      [
        "Purge d'air du circuit [2] :\n1. Ouvrir la vis du filtre.\n2. Actionner la pompe à main.\n3. Refermer à 8 Nm.\n\nL'entretien est à faire tous les 6 mois [1].",
      ],
      [
        "1,2 µA est en dessous du seuil de 1,5 µA : remplacer l'électrode, réf. TH-4102 [2].",
        "courant 1,2 µA que faire",
      ],
      ["La carte est la réf. ND-620 [1]. Le prix n'est pas indiqué dans les documents."],
      ["L'entretien est à faire tous les 6 mois, l'exercice aussi [1]."],
      ["Maintenance is due every 10 000 cycles [1]."],
      ["An exercise is done every six months [1]."],
      ["Then close the expansion valve by a quarter turn [2]."],
    ],
    wrong: [
      ["Pour la DV-72 la carte de rechange est la réf. ND-624 [1]."],
      ["L'entretien est à faire tous les 1 000 cycles [1]."],
      ["Refermer la vis du filtre à 18 Nm [2]."],
      ["Maintenance is due every 1 000 cycles [1]."],
      ["Then close the expansion valve by a half turn [2]."],
    ],
  },
];

describe.each(FORMS)("in $language", ({ bodies, right, wrong }) => {
  test.each(right)("it is right and not marked: %s", (answer, question = "") => {
    expect(isFlaggedAmong(bodies, answer, question)).toBe(false);
  });

  test.each(wrong)("it is wrong and marked: %s", (answer, question = "") => {
    expect(isFlaggedAmong(bodies, answer, question)).toBe(true);
  });
});

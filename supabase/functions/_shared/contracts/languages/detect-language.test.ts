import { expect, it } from "vitest";
import { detectLanguage } from "./detect-language.ts";

it.each([
  [
    "english",
    "Turn off the unit at the main switch before you open the cover. The fan may still be turning.",
  ],
  [
    "german",
    "Schalten Sie das Gerät am Hauptschalter aus, bevor Sie die Abdeckung öffnen. Der Lüfter kann noch laufen.",
  ],
  [
    "spanish",
    "Apague el equipo con el interruptor principal antes de abrir la tapa. El ventilador puede seguir en marcha.",
  ],
  [
    "french",
    "Coupez l'appareil à l'interrupteur principal avant d'ouvrir le capot. Le ventilateur peut encore tourner.",
  ],
] as const)("recognizes %s", (language, text) => {
  expect(detectLanguage([text])).toBe(language);
  expect(detectLanguage([text.toUpperCase(), "HP-240/B 230 V 50 Hz"])).toBe(language);
});

it("takes another language, a table of figures and nothing at all for English", () => {
  expect(detectLanguage(["Wyłącz urządzenie przed otwarciem pokrywy."])).toBe("english");
  expect(detectLanguage(["HP-240/B 230 V 50 Hz R32 1.2 kg"])).toBe("english");
  expect(detectLanguage([])).toBe("english");
});

it.each([
  "Creep speed (P-12): factory 0.06 m/s",
  "85 kg/24 h at air 32 °C / water 21 °C",
  "Detergent (P-01): factory 1.5 ml/l, range 0.5-6.0 ml/l",
])("takes no unit for a French word: %s", (text) => {
  expect(detectLanguage([text])).toBe("english");
});

it("takes the language of most of a document", () => {
  const german = "Die Pumpe ist mit der Leitung verbunden.";
  const english = "The pump is connected to the pipe.";
  expect(detectLanguage([english, german, german])).toBe("german");
});

import { readdirSync, readFileSync } from "node:fs";
import { DOCUMENT_LANGUAGES, type DocumentLanguage } from "@contracts/knowledge.ts";
import { expect, test } from "vitest";
import { readTerms } from "#knowledge/search/terms.ts";
import { STOP_WORDS } from "#supabase/functions/_shared/contracts/languages/detect-language.ts";
import type { Sql } from "../world/run-as.ts";

/** A term, and the spellings that must share it. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  "30hz": ["30Hz", "30 Hz", "30 hertz"],
  "1200": ["1,200", "1200", "1.200", "1 200", "1\u202f200 U/min"],
  "1200rpm": ["1,200 rpm", "1200rpm", "1200 rpm"],
  "1234567": ["1,234,567", "1234567", "1.234.567", "1 234 567"],
  "0.5": ["0,5", "0.5", "½", "1/2"],
  "1.5": ["1½", "1 1/2", "1-1/2", "1.5"],
  "2.5bar": ["2,5 bar", "2.5bar", "2.5 bar"],
  "30c": ["30°C", "30 °C", "30 C"],
  "5m3h": ["5 m³/h", "5m3/h"],
  "10ω": ["10 Ω", "10Ω", "10 ohms"],
  hp240b: ["HP240B", "HP-240/B", "hp 240 b"],
  r32: ["R 32", "R-32", "R32"],
  e47: ["error47", "error 47", "E47", "E-47", "error code 47"],
  "2404471": ["2404471", "240-4471"],
  ventil: ["«Ventil»", "ventil"],
  über: ["Über", "über", "U\u0308ber"],
  filter: [
    "filter",
    "ﬁlter",
    "fil\u00adter",
    "fil\u200bter",
    "ＦＩＬＴＥＲ",
    "fil\u200dter",
    "fil\u2060ter",
    "\ufefffilter",
  ],
  er12: ["ER-12", "ER‐12", "ER−12", "ＥＲ－１２", "ER‑12", "ER–12", "E\u00adR-12"],
  "5mm": ["5 mm", "5 ㎜", "5㎜"],
  "40c": ["40 °C", "40 ℃", "40 ºC"],
};

const ODD = [
  ...["≥5 «Ventil» Über 5 µF", "1,2,3", "12,34,5", "1,200,300,400", "1,200rpm5", "0,500 1,200.5"],
  ...["1.200.300.400", "0.200 1.2000", "1.200,5 1 200.5", "192.168.100.200", "1 200 300 400"],
  ...["a 1 200mm", "10-20", "200-240 V", "-20 °C", "4/2 8/8 3/64in 1/3", "1/2/2024", "24 V 10 A"],
  ...["step 3 in 2", "hp-240 b", "hp 240 v", "of 3", "E 47.", "E‑47–B", "a1".repeat(40)],
  ...["1-".repeat(50), "1".repeat(80), "192.168.0.1 v1.2.3_4", "3 m/s 4 l/min 5 kWh", "½in ¾"],
  ...["1,200\u00a0mm", "5\n bar", "L1/L2", ""],
];

/** Words of every language in several forms, and texts in scripts without spaces. */
const WORDS = `filters filter filtered cleaning cleaned cleans news naïve générale
Pumpen Pumpe Pumpes Störungen Störung gewechselt Größen Überdrücke schließt
bombas bomba válvulas válvula limpieza señales comprobación año
pompes pompe vannes vanne nettoyées l'entraînement où cœur réglage
清洗空气过滤器。 空調機のフィルターを掃除してください。 เปลี่ยนไส้กรองอากาศทุกหกเดือน 检查压缩机R-32中 ー・々中`.split(
  /\s+/,
);

/** Checks that the database takes a text apart as a device does. */
export function checkSearchTerms(sql: () => Sql): void {
  const onServer = async (texts: readonly string[], language: DocumentLanguage) => {
    const list = JSON.stringify(texts).replaceAll("'", "''");
    const rows = await sql()(`
      select x.place::integer as place, t.term, t.occurrences, t.is_word, t.weight
      from jsonb_array_elements_text('${list}'::jsonb) with ordinality x (body, place)
      cross join lateral private.text_terms(x.body, '${language}') t`);
    const found = texts.map((): string[] => []);
    for (const { place, term, occurrences, is_word, weight } of rows) {
      for (let n = 0; n < Number(occurrences); n++) {
        found[Number(place) - 1]?.push(`${term} ${is_word} ${Number(weight)}`);
      }
    }
    return found.map((terms) => terms.sort());
  };
  const expectAsOnDevice = async (texts: readonly string[], language: DocumentLanguage) => {
    const found = await onServer(texts, language);
    for (const [i, text] of texts.entries()) {
      const onDevice = readTerms(text, language).map(
        ({ text: term, isWord, weight }) => `${term} ${isWord} ${weight}`,
      );
      expect([text, found[i]]).toEqual([text, onDevice.sort()]);
    }
    return found;
  };

  test("numbers, units and codes share a term in all their spellings, in the database as on a device", async () => {
    for (const [term, spellings] of Object.entries(SAME)) {
      const found = await expectAsOnDevice(spellings, "english");
      const having = found.filter((terms) => terms.some((line) => line.startsWith(`${term} `)));
      expect([term, having.length]).toEqual([term, spellings.length]);
    }
  });

  test("the terms of manuals are the same in the database as on a device", async () => {
    const folder = new URL("../../../supabase/seed/manuals/passages/", import.meta.url);
    const passages = readdirSync(folder).flatMap((name) => {
      const manual: { passages: { heading: string | null; body: string }[] } = JSON.parse(
        readFileSync(new URL(name, folder), "utf8"),
      );
      return manual.passages.map(({ heading, body }) => `${heading ?? ""} ${body}`);
    });
    await expectAsOnDevice([...ODD, ...passages], "english");
  });

  test.each(DOCUMENT_LANGUAGES)(
    "the words of a text in %s are the same stems in the database as on a device",
    async (language) => {
      const stopWords = DOCUMENT_LANGUAGES.flatMap((each) => [...STOP_WORDS[each]]);
      await expectAsOnDevice([...WORDS, ...stopWords], language);
      expect((await onServer([...STOP_WORDS[language]], language)).flat()).toEqual([]);
    },
  );
}

import { FRACTIONS, INTERVALS, NUMBER_WORDS } from "./number-words.ts";
import { UNIT_SYMBOL, UNIT_WORD } from "./units.ts";
import { figuresOfWords, largeNumbers, plainNumbers, timesInOneUnit } from "./written-numbers.ts";

/** The same text with one sign for each of what is written in several ways; it keeps no positions. */
export function plainSigns(text: string): string {
  return (
    timesInOneUnit(figuresOfWords(largeNumbers(plainNumbers(text))))
      .replace(/(?:(\d{1,9})\s?)?([½¼¾⅓⅔⅛⅜⅝⅞])/g, (_, whole = "0", sign: string) =>
        String(Number(whole) + (FRACTIONS[sign] ?? 0)),
      )
      .normalize("NFKC")
      .replace(PART_OF_TURN, (_, part: string) => `${DEGREES_OF[part.toLowerCase()]} degrees`)
      .replace(/[\u2010\u2011\u2212]/g, "-")
      .replace(/[\u00b5\u03bc]/g, "μ")
      .replace(/\u2126/g, "Ω")
      // "€ 500" is 500 €.
      .replace(
        /([€$£]|\b(?:EUR|USD|GBP|CHF)) ?(\d{1,9}(?:[.,]\d{1,9}){0,2})(?![\p{N}]| ?[€$£])/gu,
        "$2 $1",
      )
      .replace(/[’‘]/g, "'")
      // "24 VDC", "230 Vca", "24 V d.c."
      .replace(
        /(\d\s?[mk]?V)\s?([ad])\.?c(?![\p{L}\p{N}])/giu,
        (_, volts: string, kind: string) => `${volts} ${kind.toUpperCase()}C`,
      )
      .replace(
        /(\d\s?[mk]?V)c([ac])(?![\p{L}\p{N}])/gu,
        (_, volts: string, kind: string) => `${volts} ${kind === "a" ? "AC" : "DC"}`,
      )
      // "0°15'" is a quarter of a degree.
      .replace(
        /(\d{1,3})°\s?(\d{1,2})['′](?!\p{L})/gu,
        (_, degrees: string, minutes: string) =>
          `${Number((Number(degrees) + Number(minutes) / 60).toFixed(4))}°`,
      )
      // "CAL 1" in quotation marks is no inch.
      .replace(/"(\p{L}[^"\n]{0,40})"/gu, "$1")
      .replace(/(\d),(?=\d{1,2}(?!\d))/g, "$1.")
      .replace(/\b(?:half an|a half) hour\b/gi, "30 minutes")
      .replace(/\bthree[- ]quarters of an hour\b/gi, "45 minutes")
      .replace(/\b(?:(?:a|one) )?quarter(?:-| of an )hour\b/gi, "15 minutes")
      .replace(/\bhalf a day\b/gi, "12 hours")
      .replace(/\bhalf[- ]hour\b/gi, "30 minutes")
      .replace(/\bquarter[- ]hour\b/gi, "15 minutes")
      .replace(/\b(?:every|each|per|once a) quarter\b|\bquarterly\b/gi, "every 3 months")
      .replace(
        EVERY,
        (_, word: string) => `every ${INTERVALS.get(word.toLowerCase()) ?? parseInt(word, 10)} `,
      )
      .replace(/\btwice\b/gi, "two times")
      .replace(TIMES_A_YEAR, (found, word: string) => {
        const times = numberOfWord(word);
        return times > 1 && 12 % times === 0 ? `every ${12 / times} months` : found;
      })
      .replace(ONE_IN, "one in $2 $1")
      .replace(OUT_OF, (found, one: string, of: string) => {
        const share = (100 * numberOfWord(one)) / numberOfWord(of);
        return Number.isInteger(share) && share < 100 ? `${share} % of` : found;
      })
      .replace(
        PART_OF_ALL,
        (_, half?: string, part?: string, three = "half") =>
          `${PERCENT_OF[(half ?? part ?? three).toLowerCase().replace("-", " ")]} % of `,
      )
      .replace(/\bhalf(?:[- ]year(?:ly)?|-?yearly)\b|\bhalf a year\b/gi, "6 months")
      .replace(/\bfortnight(?:ly)?\b/gi, "2 weeks")
      .replace(/\b(?:yearly|annually|annual)\b/gi, "every 1 year")
      .replace(/\b(month|week)ly\b/gi, (_, unit: string) => `every 1 ${unit.toLowerCase()}`)
      .replace(/\bdaily\b/gi, "every 1 day")
      .replace(/\b(once a|per|each|every) (?=(?:year|month|week|day)\b)/gi, "$1 1 ")
      .replace(/\bonce a 1 /gi, "every 1 ")
      .replace(CLOCK, (found, hour: string, minutes: string | undefined, half: string) =>
        Number(hour) > 12
          ? found
          : `${(Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)}:${minutes ?? "00"}`,
      )
      // "AWM 06/09" are two models; "DC 12/24 V" are two amounts.
      .replace(MODELS, (found, name: string) => found.replaceAll("/", `/${name} `))
      // "1) put in the filter, 2) start": the numbers of a list within a sentence.
      .replace(/(?<=^|[,;:.] )\(?\d{1,2}\) (?=\p{L})/gu, "")
      .replace(PLUS_MINUS, (_, figure: string) => `±${numberOfWord(figure)}`)
      .replace(MINUS, (_, figure: string) => `-${numberOfWord(figure)}`)
      .replace(BELOW_ZERO, (_, figure: string, unit = "") => `-${numberOfWord(figure)}${unit}`)
      // "AC230V", "24VDC", "Ø8mm", "T3.15A", "95%RH", "5 bar(g)", "10 kOhm"
      .replace(/(?<!\p{L})(AC|DC|Ø|T(?=[\d.]{1,5} ?A(?!\p{L})))(?=\d)/gu, "$1 ")
      .replace(/(?<=\d ?k?)V(?=[AD]C\b)/g, "V ")
      .replace(/(?<=\d ?)%(?=\p{L})/gu, "% ")
      .replace(/(?<=\d ?m?bar)\s?(?:\([ag]\)|[ag](?!\p{L}))/gu, "")
      .replace(/([([] ?m?bar)\s?[ag](?=[)\]])/g, "$1")
      .replace(/(?<=\d ?)([kM]?)ohms?(?!\p{L})/giu, "$1Ω")
      // "600×400", "M8x40"
      .replace(/(?<=\d) ?[x×] ?(?=\d)/g, " x ")
      // "G1/2", a thread
      .replace(/\b([GR])(?=\d{1,2}\/\d)/g, "$1 ")
      .replace(/\bmin-1\b|\b1\/min\b/g, "rpm")
      // "11 litres of hot water per minute" has the unit of "11 litres per minute".
      .replace(
        /(\d\s?[\p{L}³²]{1,12}) of ((?:\p{L}{1,20} ){1,3})(per|an?) (second|minute|hour|day|month|year)\b/giu,
        "$1 $3 $4 of $2",
      )
      .replace(/\*\*|__|`/g, "")
  );
}

const MODELS = new RegExp(
  `\\b(\\p{Lu}{2,4}) \\d{2,4}(?:\\/\\d{2,4})+(?![\\p{L}\\p{N}/]|\\.\\d|\\s?(?:${UNIT_WORD}|${UNIT_SYMBOL})(?!\\p{L}))`,
  "gu",
);
const NUMBER = `${[...NUMBER_WORDS.keys()].join("|")}|\\d{1,4}(?:\\.\\d{1,2})?`;
const PLUS_MINUS = new RegExp(`\\bplus(?: or |/|-)minus (${NUMBER})(?![\\p{L}\\p{N}])`, "giu");
const MINUS = new RegExp(`\\bminus (${NUMBER})(?![\\p{L}\\p{N}])`, "giu");
/** "10 degrees below zero"; in "twelve below freezing" something else is twelve. */
const BELOW_ZERO = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])(${NUMBER})(?:( ?°C| degrees(?: celsius)?) below (?:zero|freezing)| below zero)\\b`,
  "giu",
);

/** "a quarter turn" */
const DEGREES_OF: Readonly<Record<string, number>> = {
  quarter: 90,
  "0.25": 90,
  "1/4": 90,
  half: 180,
  "0.5": 180,
  "1/2": 180,
  "0.75": 270,
  "3/4": 270,
};
const PART_OF_TURN =
  /(?<![\p{L}\p{N}.,/-])(?:an? )?(quarter|half|0\.25|0\.75|0\.5|1\/4|1\/2|3\/4)(?:[- ]| (?:of )?a )turn(?!\p{L})/giu;

const NAMED_NUMBERS = "one|two|three|four|six|seven|eight|nine";

/** "11 pm" is 23:00. */
const CLOCK = /\b(\d{1,2})(?:[:.](\d{2}))? ?([ap])\.?m\b\.?/gi;

/** "twice a year" is every six months. */
const TIMES_A_YEAR = /\b(two|three|four|six|[2346]) times (?:a|per|each|every|in a) year\b/gi;

/** "every second year", "every 5th batch" */
const EVERY = new RegExp(
  `\\b(?:every|each) (${[...INTERVALS.keys()].join("|")}|\\d{1,3}(?:st|nd|rd|th)) (?=\\p{L})`,
  "giu",
);

/** "one bolt in ten"; not "one man in ten minutes" */
const ONE_IN =
  /\bone (\p{L}{3,20}) (?:in|out of) (two|four|five|ten)(?!\p{L}| \p{L}+s(?!\p{L}))/giu;

/** "one in four", "nine out of ten" */
const OUT_OF = new RegExp(
  `\\b(${NAMED_NUMBERS}) (?:times )?(?:in|out of|of) (?:every )?(two|four|five|ten)\\b`,
  "gi",
);

function numberOfWord(word: string): number {
  return NUMBER_WORDS.get(word.toLowerCase()) ?? Number(word);
}

/** "a tenth of the load" is 10 % of it. */
const PERCENT_OF: Readonly<Record<string, number>> = {
  tenth: 10,
  fifth: 20,
  quarter: 25,
  half: 50,
  "three quarters": 75,
};
const PART_OF_ALL =
  /\b(?:(?:an? |one )?(half)(?: of (?!an? )(?=\p{L})| (?=(?:the|that|its|their) ))|(?:an?|one) (tenth|fifth|quarter)(?! of an? | hour)(?: of)?(?![\p{L}-])\s?|(three[- ]quarters) (?:of )?(?=(?:the|that|its|their) ))/giu;

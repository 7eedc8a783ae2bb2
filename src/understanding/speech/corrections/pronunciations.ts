import { digitReadings } from "./numbers.ts";
import { toSounds } from "./spelling.ts";

/** How letters are called. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ a: "e", b: "bi", c: "si", d: "di", e: "i", f: "ef", g: "Ji", h: "eC", i: "I", j: "Je" },
  ...{ k: "ke", l: "el", m: "em", n: "en", o: "o", p: "pi", q: "kyu", r: "ar", s: "es", t: "ti" },
  ...{ u: "yu", v: "vi", w: "d@b@lyu", x: "eks", y: "wI", z: "zi" },
};

/** Words whose spelling does not show how they sound. */
const IRREGULAR: Readonly<Record<string, string>> = {
  ...{ zero: "ziro", oh: "o", one: "w@n", two: "tu", three: "Tri", four: "for", five: "fIv" },
  ...{ six: "siks", seven: "sev@n", eight: "et", nine: "nIn", ten: "ten", eleven: "ilev@n" },
  ...{ twelve: "twelv", thirteen: "Tertin", fourteen: "fortin", fifteen: "fiftin" },
  ...{ sixteen: "sikstin", seventeen: "sev@ntin", eighteen: "etin", nineteen: "nIntin" },
  ...{ twenty: "twenti", thirty: "Terti", forty: "forti", fifty: "fifti", sixty: "siksti" },
  ...{ seventy: "sev@nti", eighty: "eti", ninety: "nInti", hundred: "h@ndr@d" },
  ...{ thousand: "Tauz@nd", the: "T@", of: "@v", to: "tu", do: "du", who: "hu", you: "yu" },
  ...{ i: "I", are: "ar", were: "wer", have: "hav", give: "giv", some: "s@m", come: "k@m" },
  ...{ key: "ki", their: "Ter", there: "Ter", water: "wat@r", valve: "valv" },
};

/** A term has no more ways to be said than this. */
const MOST_WAYS = 12;

/** A run of letters or of digits in a text. */
const PART = /\p{L}+(?:['’]\p{L}+)*|\d+/gu;

/**
 * The ways in which a text may be said, as sounds, the likeliest first: words by their spelling,
 * letters of codes one by one, digits as numbers and one by one.
 */
export function listPronunciations(text: string): string[] {
  let ways = [""];
  const hasDigits = /\d/.test(text);
  for (const [part] of text.normalize("NFKD").replace(/\p{M}/gu, "").matchAll(PART)) {
    const said = /\d/.test(part)
      ? digitReadings(part).map((reading) => reading.split(" ").map(soundsOfWord).join(""))
      : waysOfLetters(part, hasDigits);
    ways = ways.flatMap((way) => said.map((sounds) => way + sounds)).slice(0, MOST_WAYS);
  }
  return [...new Set(ways)].filter((way) => way !== "");
}

/** How a heard word most likely sounded. */
export function soundsHeard(text: string): string {
  return listPronunciations(text)[0] ?? "";
}

function waysOfLetters(letters: string, isCode: boolean): string[] {
  const lower = letters.toLowerCase();
  const called = [...lower].map((letter) => LETTERS[letter] ?? "").join("");
  if (letters.length === 1 || isUnspeakable(lower)) return [called];
  const word = soundsOfWord(lower);
  const isUpper = letters === letters.toUpperCase() && letters.length <= 5;
  if (!isUpper) return [word];
  // "MERV" is a word, "ECM" is not, and of "AC-36" nobody says "ack".
  return isCode && letters.length <= 3 ? [called] : [called, word];
}

function soundsOfWord(word: string): string {
  return IRREGULAR[word] ?? toSounds(word.replace(/[^a-z]/g, ""));
}

/** The pairs of consonants with which short English words begin. */
const ONSETS = new Set(
  "bl br ch cl cr dr dw fl fr gh gl gn gr kn ph pl pr ps rh sc sh sk sl sm sn sp sq st sw th tr ts tw wh wr".split(
    " ",
  ),
);

function isUnspeakable(word: string): boolean {
  if (!/[aeiouy]/.test(word)) return true;
  return word.length <= 4 && /^[^aeiouy]{2}/.test(word) && !ONSETS.has(word.slice(0, 2));
}

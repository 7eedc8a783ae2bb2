import { digitReadings } from "./numbers.ts";

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

/** The ways to say a text, as sounds, the likeliest first; codes and digits one by one. */
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

// How English words sound by their spelling: rules, tried in their order at each place of a word.

/** The sounds by the letters at a place of the word. */
const SOUNDS: Readonly<Record<string, string>> = {
  ...{ "^kn|^gn|^pn": "n", "^wr": "r", "^ps": "s", "^x": "z", "^eu": "yu", igh: "I", eigh: "e" },
  ...{ "augh|ough": "o", "^gh": "g", gh: "", tch: "C", sch: "S", chr: "kr", ch: "C", sh: "S" },
  ...{ th: "T", ph: "f", ck: "k", "cqu|qu": "kw", que$: "k", q: "k", wh: "w", "dg(?=e)": "J" },
  ...{ "t(?=ion|ious|ial|ient)": "S", "ss?(?=ion|ure)": "S", "c(?=ian|ion|ious|ial)": "S" },
  ...{ "t(?=ure)": "C", "cc(?=[eiy])": "ks", "c(?=[eiy])": "s", "cc?|kk?": "k", gg: "g" },
  ...{ "g(?=[eiy])": "J", g: "g", x: "ks", mb$: "m", "ng(?=$|[^aeiou])": "N" },
  ...{ "n(?=k|c(?![eiy])|g)": "N", "(?<=[^aeiou])les?$": "@l", "(?<=[td])ed$": "@d" },
  ...{ "(?<=[pkfsxch])ed$": "t", "(?<=[^aeiou][^aeiou]?)ed$": "d", "(?<=[a-z]{2})es$": "@z" },
  ...{ "(?<=[aeiouy][^aeiouyw])e$": "", "(?<=[aeiouy][^aeiouy]{2})e$": "" },
  ...{ "(?<=[aeiou])s(?=[aeiou])": "z", "(?<=[bdglmnrvwyaeiou])s$": "z", "ss?": "s", "zz?": "z" },
  ...{ "ee|ea|ie(?!$)|ei|ey": "i", "oo|ew|ue|ui": "u", "oa|oe": "o", ou: "au" },
  ...{ "ow(?=$|n$|l)": "o", ow: "au", "ai|ay": "e", "au|aw": "o", "oi|oy": "oi", ie$: "i" },
  ...{ ia: "i@", "^y": "y", "y(?=$)": "i", y: "i", "[aeiou]r$": "@r", "a(?=[^aeiouwrx]e$)": "e" },
  ...{ "i(?=[^aeiouwrx]e$)": "I", "u(?=[^aeiouwrx]e$)": "yu", a: "a", e: "e", i: "i", o: "o" },
  ...{ u: "@", "bb?": "b", "dd?": "d", "ff?": "f", h: "h", j: "J", "ll?": "l", "mm?": "m" },
  ...{ "nn?": "n", "pp?": "p", "rr?": "r", "tt?": "t", "vv?": "v", w: "w" },
};

const RULES = Object.entries(SOUNDS).map(
  ([pattern, sounds]) => [new RegExp(pattern, "y"), sounds] as const,
);

/** The sounds of a word of the letters a to z, in lower case. */
function toSounds(word: string): string {
  let phones = "";
  for (let place = 0; place < word.length; ) {
    let step = 1;
    for (const [pattern, sounds] of RULES) {
      pattern.lastIndex = place;
      const found = pattern.exec(word);
      if (found === null || found[0] === "") continue;
      phones += sounds;
      step = found[0].length;
      break;
    }
    place += step;
  }
  return phones;
}

import type { DocumentLanguage } from "../../contracts/knowledge.ts";
import { stemOf } from "../../contracts/languages/stem.ts";
import { STOP_WORDS } from "../../contracts/languages/stop-words.ts";
import { CABLE_TYPE } from "../claims/codes.ts";
import { unitOf } from "../claims/units.ts";
import { compoundParts } from "./compounds.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import { type Lookup, lookupOf } from "./glossary.ts";
import { englishNumbers } from "./numbers.ts";
import { SPANISH } from "./spanish.ts";
import { germanStem, infinitiveOf, spanishStem } from "./verbs.ts";

type Foreign = Exclude<DocumentLanguage, "english">;

const STEMS: Readonly<Record<Foreign, (word: string) => string>> = {
  german: germanStem,
  spanish: spanishStem,
  french: (word) => stemOf(word, "french"),
};
const LOOKUPS: Readonly<Record<Foreign, Lookup>> = {
  german: lookupOf(GERMAN, STEMS.german),
  spanish: lookupOf(SPANISH, STEMS.spanish),
  french: lookupOf(FRENCH, STEMS.french),
};

/** Which part of a text's words has a meaning in a language, or is a stop word of it: 0 to 1. */
export function shareOfWords(text: string, language: Foreign): number {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const { english } = LOOKUPS[language];
  const known = words.filter((word) => english.has(word) || STOP_WORDS[language].has(word));
  return words.length === 0 ? 0 : known.length / words.length;
}

/** "Máx. 5 bar"; in "5 min." a sentence may end. */
const SHORTENED = /(?<![\p{L}\p{N}]|\d\s)(m[aá]x|m[ií]n|mind)\./giu;

/** Words, with the short ones before an apostrophe on their own ("l'eau"); parts of codes belong together. */
const WORD = new RegExp(`${CABLE_TYPE}|[\\p{L}\\p{N}]+(?:[-./][\\p{L}\\p{N}]+)*`, "gu");
/** A code, a unit, a name such as "MWZ-U" or "wM-Bus" stays as it is. */
const AS_WRITTEN = /[\p{N}(]|^\p{Lu}{2,}(?:[-/.]\p{Lu}+)*$|\p{Ll}\p{Lu}/u;
const SHORTEST_STRESSED = 4;
const MARKS = /\p{M}/gu;

/**
 * A text whose words that have a meaning for the rules of the check (numbers, units, negations, limits, conjunctions,
 * opposites) are English, and whose other words are stems of its language: so each rule is written once, and
 * two texts of one language are compared as two English ones are.
 * @param known the stems of simple words, of which the compounds of German are put together
 */
export function inEnglish(
  text: string,
  language: DocumentLanguage,
  known: ReadonlySet<string>,
): string {
  if (language === "english") return text;
  const { phrases, english, empty } = LOOKUPS[language];
  const baseOf = language === "german" ? infinitiveOf : (word: string) => word;
  const plain = text.normalize("NFC").replace(/[’‘]/g, "'").replace(SHORTENED, "$1");
  const numbers = englishNumbers(plain).replace(SENTENCE_START, `$1${BEGIN}`);
  const translated = numbers
    .replace(PAS, "$1ne ")
    .replace(phrases, (phrase) => marked(english.get(phrase.toLowerCase()) ?? ""))
    .replace(TRANSLATED_OR_WORD, (word, place: number, all: string) => {
      if (word.startsWith(OPEN)) return word.slice(1, -1);
      const lower = word.toLowerCase();
      // "5 C", "terminal N"; not "N'ouvrez pas" or "l'huile".
      const isElided = word.length === 1 && all[place + 1] === "'";
      if (isElided) return english.get(lower) ?? "";
      if (word.length === 1 && word !== lower) return word;
      const isName = AS_WRITTEN.test(word);
      // "NICHT" is a stressed word, "AB" a name.
      const isShortName = isName && word.length < SHORTEST_STRESSED;
      const found = isShortName ? undefined : (english.get(lower) ?? english.get(baseOf(lower)));
      if (found !== undefined) return found;
      if (isName) return word;
      if (unitOf(word) !== null) return word;
      if (STOP_WORDS[language].has(lower) || word.length === 1) return "";
      const parts = language === "german" ? compoundParts(lower, known) : [lower];
      return parts
        .map(STEMS[language])
        .filter((stem) => !empty.has(stem))
        .map((stem) => stem.normalize("NFD").replace(MARKS, ""))
        .join(" ");
    })
    .replace(/'/g, " ")
    .replace(EACH, "$1")
    .replace(FIRST_LETTER, (_, letter = "") => letter.toUpperCase())
    .replace(BETWEEN_NUMBERS, ` ${JOINER} `)
    .replace(/[^\S\n\t]{2,}/g, " ");
  return language === "german" ? negationsFirst(translated) : translated.replace(DOUBLE, "never$1");
}

/** In the place of an empty word between two numbers, which are not one: "der LR 30 nimmt 260 mA auf". */
const JOINER = "\u2060";
const BETWEEN_NUMBERS = /(?<=\d) {2,}(?=\d)/g;

/** "Je Woche" is "per week". */
const EACH = /(?<=\b(?:per|every|an?) )(year|month|week|day|hour|minute|second)s\b/g;

/** "Pas d'huile sur le joint" */
const PAS = /((?:^|[.:;,!?\n])\s*)pas (?=d[e'])/gi;

/** Around what is English already. */
const [OPEN, CLOSE] = ["\uE000", "\uE001"];
const TRANSLATED_OR_WORD = new RegExp(`${OPEN}[^${CLOSE}]*${CLOSE}|${WORD.source}`, "gu");

/** Where a sentence begins: its first word stays in a capital, or the sentences are not told apart. */
const BEGIN = "\uE002";
const SENTENCE_START = /([.!?]\s+)(?=\p{Lu})/gu;
const FIRST_LETTER = new RegExp(`${BEGIN}[^\\S\\n\\t]*(\\p{L})?`, "gu");

function marked(english: string): string {
  return `${OPEN}${english}${CLOSE}`;
}

/** "No aplique nunca", "ne mettez jamais": two words, one negation. */
const DOUBLE = /\bnot\b([^,;:.!?\n\t]*) never\b/gi;

/** German denies after what it denies: "die Klappe nicht öffnen" becomes "not flap open". */
function negationsFirst(text: string): string {
  return text.replace(/(?:[^,;:.!?\n\t]|[.:](?=\d))+/g, (clause) =>
    // What the documents do not say has rules of its own.
    /\bnot\b/.test(clause) && !/\bdocuments\b|\bnot stated\b/.test(clause)
      ? ` not ${clause.replace(/ ?\bnot\b/, "")}`
      : clause,
  );
}

import { inPairs, plainText, sameSigns } from "./numbers-and-codes.ts";

/** Words that do not tell what a question is about. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after all also am an and another any are as at be because been before being both but by can could did do
   does doing done each else for from get give had has have having he help her here him his how i if in
   into is it its just know let like many may me mean might more most much must my need no not of off
   on once one only or other our out over own please same say shall she should show so some such
   tell than that the their them then there these they thing this those to too up us use used using
   very want was we were what when where which while who whom whose why will with would yes you your
   don doesn didn isn aren wasn weren won couldn shouldn wouldn hasn haven hadn ll re ve`.split(
    /\s+/,
  ),
);

const WORD = /[\p{L}\p{N}]+(?:[-./'’][\p{L}\p{N}]+)*/gu;

/** A question with at most this many telling words may need the one before: "and for the other model?". */
export const FEW_WORDS = 2;

/**
 * The words of a text in small letters, figures ("1.5") as written, and codes without separators
 * ("E-47" is "e47", "HP-240/B" is "hp240b"), because people write codes with and without them.
 * Scripts without spaces between words are cut into pairs of letters, as the search does.
 */
export function splitWords(text: string): string[] {
  return [...inPairs(plainText(text)).matchAll(WORD)].flatMap(([word]) => {
    if (/\p{N}/u.test(word)) return [isCode(word) ? word.replace(/[-/]/g, "") : word];
    const parts = word.replace(/['’].*$/, "").split(/[-./]/);
    return parts.filter((part) => part.length > 1);
  });
}

/** Whether a word in small letters does not tell what a question is about. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** Whether a term is a code, as of an error or a model: a letter first, and a figure later. */
function isCode(term: string): boolean {
  return /^\p{L}.*\p{N}/u.test(term);
}

/** Whether a term hardly ever appears by chance: a code, or a part number. */
export function isRare(term: string): boolean {
  return isCode(term) || /^\p{N}{6,}$/u.test(term);
}

/** "error 31", or the parts of a code that are written apart: letters that are no word, and figures. */
const APART =
  /(?:[Ee]rror(?: code)?|\p{Lu}{1,3}|e|[b-df-hj-np-tv-xz]{1,3}) \p{N}{1,6}(?: \p{Lu})?(?![\p{L}\p{N}])/u;
const WRITTEN = new RegExp(`(?<![\\p{L}\\p{N}])${APART.source}|${WORD.source}`, "gu");

/** The models, codes and part numbers of a text as it writes them: "E-31", "HP 240 B", "240-4471". */
export function namedCodes(text: string): string[] {
  const codes = [...sameSigns(text).matchAll(WRITTEN)].flatMap(([written]) => {
    const [first = "", figures] = written.split(" ");
    const isNamed =
      figures === undefined
        ? isRare(first.replace(/^(\p{N}+)-(?=\p{N}+$)/u, "$1"))
        : !isStopWord(first.toLowerCase());
    return isNamed ? [written] : [];
  });
  return [...new Set(codes)];
}

export const LIST_ITEM = /^(?:[-*•–▪]|\(?(?:\d{1,3}|[a-z])[.)])\s/i;

/** The code that a text begins with, after the mark of a list's item; empty if it begins with none. */
export function leadingCode(text: string): string {
  const plain = sameSigns(text.slice(0, 80)).trimStart().replace(LIST_ITEM, "");
  const [code = ""] = namedCodes(plain);
  return plain.startsWith(code) ? code : "";
}

/**
 * What a question is about that names no model, code or part number: those of the latest earlier
 * question that names any, as written there ("E-31 HP-240").
 * @param earlier the person's questions before it in this conversation, the oldest first
 * @returns null if the question names its own, or none before it names any
 */
export function carriedSubject(question: string, earlier: readonly string[]): string | null {
  if (namedCodes(question).length > 0) return null;
  const named = earlier.map(namedCodes).findLast((codes) => codes.length > 0);
  return named?.join(" ") ?? null;
}

/** Words that stand for what was asked before. */
const REFERS_BACK =
  /^(?:and|but|so|then)\b|\b(?:its?|they|them|their|th[eo]se|this|that|ones?|both|the (?:two|other|same))\b/i;

/**
 * What a question that names no model, code or part number is searched for together with: its subject,
 * and, if it says little or refers back, the latest question about this that says more. Empty if it needs
 * nothing.
 * @param about its subject; empty if the person asks without one, its carried subject if it is left out
 */
export function searchContext(
  question: string,
  earlier: readonly string[],
  about = carriedSubject(question, earlier) ?? undefined,
): string {
  if (about === "" || namedCodes(question).length > 0) return "";
  const codes = (text = "") => namedCodes(text).join(" ");
  const named = earlier.findLastIndex((each) => codes(each) !== "");
  // What was asked about something else does not belong to it.
  const isSame = named < 0 || codes(earlier[named]) === about;
  const goesOn = isSame && (saysLittle(question) || REFERS_BACK.test(question));
  const since = earlier.slice(Math.max(named, 0));
  const last = (goesOn && since.findLast((each) => !saysLittle(each))) || "";
  return codes(last) === (about ?? "") ? last : `${about}\n${last}`.trim();
}

/** Whether a question has so few telling words that it may be about anything. */
export function saysLittle(question: string): boolean {
  return new Set(splitWords(question).filter((word) => !isStopWord(word))).size <= FEW_WORDS;
}

import { inPairs, plainText } from "./numbers-and-codes.ts";

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
const FEW_WORDS = 2;

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

/**
 * The questions of a conversation that name what a further one may be about: the last one, and those
 * before it as far as it says too little itself. Empty without any.
 * @param questions the oldest first
 */
export function joinContext(questions: readonly string[]): string {
  const first = questions.findLastIndex((question) => !saysLittle(question) || namesCode(question));
  return questions.slice(Math.max(0, first)).join("\n");
}

/**
 * Whether a question is searched for together with its context: it says little, or it names no code
 * and the context does.
 */
export function needsContext(question: string, context: string): boolean {
  if (context === "") return false;
  return saysLittle(question) || (!namesCode(question) && namesCode(context));
}

/** Whether a question has so few telling words that it may be about anything. */
export function saysLittle(question: string): boolean {
  return tellingWords(question).size <= FEW_WORDS;
}

function namesCode(text: string): boolean {
  return [...tellingWords(text)].some(isRare);
}

function tellingWords(text: string): Set<string> {
  return new Set(splitWords(text).filter((word) => !isStopWord(word)));
}

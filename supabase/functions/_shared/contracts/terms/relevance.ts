import type { DocumentLanguage, PassageHit } from "../knowledge.ts";
import { detectLanguage, STOP_WORDS } from "../languages/detect-language.ts";
import { findStem } from "../languages/stem.ts";
import { listSpellings, plainText } from "./numbers-and-codes.ts";
import {
  FEW_WORDS,
  isRare,
  isStopWord,
  leadingCode,
  saysLittle,
  splitWords,
} from "./telling-words.ts";

/**
 * The terms that carry a text's meaning: stems of its words without the stop words, its figures and
 * its codes.
 * @param language that of the text, whose stems and stop words are taken
 */
export function findTerms(text: string, language: DocumentLanguage = "english"): Set<string> {
  const isTelling = (word: string) =>
    /\p{N}/u.test(word) ||
    !(language === "english" ? isStopWord(word) : STOP_WORDS[language].has(word));
  return new Set(
    splitWords(text)
      .filter(isTelling)
      .map((word) => findStem(word, language)),
  );
}

/** Beside a slash: "E-30/E-31" are two codes, and an HP-240/B is an HP-240. */
const BESIDE_SLASH =
  /(?<![\p{L}\p{N}-])[\p{L}\p{N}][\p{L}\p{N}-]*(?=\/)|(?<=\/)[\p{L}\p{N}][\p{L}\p{N}-]*/gu;

/**
 * What a text is about: its terms, and its numbers and codes in the spellings by which the search finds
 * them (e47 for "error 47"), without hyphens.
 */
export function termsAndCodes(text: string, language: DocumentLanguage): Set<string> {
  const terms = findTerms(text, language);
  const plain = plainText(text);
  // Words without a digit have one spelling.
  if (!/\p{N}/u.test(plain)) return terms;
  const spellings = listSpellings(plain, isStopWord).map((spelling) => spelling.text);
  const beside = plain.match(BESIDE_SLASH)?.filter((each) => isRare(withoutHyphens(each))) ?? [];
  return new Set([...terms, ...spellings, ...beside].map(withoutHyphens));
}

function withoutHyphens(code: string): string {
  return code.replace(/[-/_]/g, "");
}

/** "E-30/E-31 …" begins with both codes, and "HP-240/B …" with the HP-240. */
export function beginsWithCode(text: string, asked: ReadonlySet<string>): boolean {
  const code = leadingCode(text);
  if (code === "") return false;
  const spellings = termsAndCodes(`${code} ${code.replaceAll("/", " ")}`, "english");
  return [...spellings].some((spelling) => isRare(spelling) && asked.has(spelling));
}

/**
 * The passages that are relevant to a question, or to its subject and it, in the same order. One whose
 * text has only one of the terms is left out if one that ranks before it has this term and more, or, of a
 * question that says little but its codes, if others have a line that begins with one of these.
 * @param passages best first
 * @param subject what the question is about without naming it; empty if nothing
 */
export function relevantPassages<Hit extends Pick<PassageHit, "file_name" | "heading" | "body">>(
  passages: readonly Hit[],
  question: string,
  subject = "",
): Hit[] {
  const isShort = saysLittle(question);
  const words = [...findTerms(question)].filter((term) => !isRare(term));
  const asksForCode = words.length <= FEW_WORDS;
  const together = `${subject}\n${question}`;
  const readings = new Map<DocumentLanguage, { alone: Asked; withSubject: Asked }>();
  const kept: { passage: Hit; shared: string[]; isFirst: boolean }[] = [];
  for (const passage of passages) {
    const { file_name, heading, body } = passage;
    const language = detectLanguage([body]);
    const inText = termsAndCodes(body, language);
    const above = termsAndCodes(`${file_name}\n${heading ?? ""}`, language);
    const said = new Set([...above, ...inText]);
    const reading = readings.get(language) ?? {
      alone: readAsked(question, language),
      withSubject: readAsked(together, language),
    };
    readings.set(language, reading);
    const { alone, withSubject } = reading;
    // One that is relevant to the subject alone does not answer a question on a new topic.
    const isRelevant =
      covers(said, alone) || (covers(said, withSubject) && (isShort || covers(said, alone, 1)));
    if (!isRelevant) continue;
    const asked = withSubject.all;
    const shared = [...asked].filter((term) => inText.has(term));
    const isFirst = asksForCode && body.split("\n").some((line) => beginsWithCode(line, asked));
    const hasMore = (before: { shared: string[] }) =>
      before.shared.length > shared.length && shared.every((term) => before.shared.includes(term));
    if (isFirst || shared.length > 1 || !kept.some(hasMore)) {
      kept.push({ passage, shared, isFirst });
    }
  }
  const hasFirst = kept.some(({ isFirst }) => isFirst);
  return kept
    .filter(({ shared, isFirst }) => isFirst || !hasFirst || shared.length > 1)
    .map(({ passage }) => passage);
}

/** The terms of a question, and all that it is about. */
interface Asked {
  terms: ReadonlySet<string>;
  all: ReadonlySet<string>;
}

const readAsked = (question: string, language: DocumentLanguage): Asked => ({
  terms: findTerms(question, language),
  all: termsAndCodes(question, language),
});

/**
 * Whether a text is relevant to a question, because the search finds passages by any single term: it
 * must contain at least two of the question's terms, and a quarter of them if there are many. One is
 * enough if the question has at most two, or if it is a code, which hardly ever appears by chance.
 * Requiring more would lose answers, as people seldom use the words of the manual. BM25's score has no
 * scale that is the same for different collections.
 * @param asked the question in the language of the text, as by the search
 * @param needed how many terms are required, if it is another number
 */
function covers(said: ReadonlySet<string>, asked: Asked, needed?: number): boolean {
  const shared = [...asked.all].filter((term) => said.has(term));
  const spelled = shared.filter((term) => /\p{N}/u.test(term));
  // "30 Hz" may be covered as 30, as 30 Hz, or as both: it is one thing.
  const figures =
    spelled.filter((term) => asked.terms.has(term)).length || Math.min(1, spelled.length);
  return (
    shared.length - spelled.length + figures >= (needed ?? termsNeeded(asked.terms.size)) ||
    shared.some(isRare)
  );
}

function termsNeeded(asked: number): number {
  return asked <= 2 ? 1 : Math.max(2, Math.ceil(asked / 4));
}

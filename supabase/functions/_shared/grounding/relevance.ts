import type { DocumentLanguage, PassageHit } from "../contracts/knowledge.ts";
import { detectLanguage, STOP_WORDS } from "../contracts/languages/detect-language.ts";
import { findStem } from "../contracts/languages/stem.ts";
import { listSpellings, plainText } from "../contracts/terms/numbers-and-codes.ts";
import { isRare, isStopWord, splitWords } from "../contracts/terms/telling-words.ts";

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

export type Matter = ReturnType<typeof findMatter>;

/**
 * What a text is about: its terms, and its numbers and codes in the spellings by which the search finds
 * them: e47 for "error 47".
 */
export function findMatter(text: string, language: DocumentLanguage = "english") {
  const spellings = listSpellings(plainText(text), isStopWord).map((spelling) => spelling.text);
  return { text, terms: findTerms(text, language), spellings: new Set(spellings) };
}

/**
 * Whether a passage is relevant to a question, because the search finds passages by any single term:
 * it must contain at least two of the question's terms, and a quarter of them if there are many. One is
 * enough if the question has at most two, or if it is a code, which hardly ever appears by chance.
 * Requiring more would lose answers, as people seldom use the words of the manual. BM25's score has no
 * scale that is the same for different collections.
 * @param needed how many terms are required, if it is another number.
 */
export function isRelevant(passage: PassageHit, question: Matter, needed?: number): boolean {
  const { file_name, heading, body } = passage;
  const language = detectLanguage([body]);
  // As the search does, the words of the question are taken for those of the passage's language.
  const asked = language === "english" ? question : findMatter(question.text, language);
  const said = findMatter(`${file_name} ${heading ?? ""} ${body}`, language);
  const isSaid = (term: string) => said.terms.has(term) || said.spellings.has(term);
  const terms = [...asked.terms].filter(isSaid);
  const spellings = [...asked.spellings].filter(isSaid);
  const figures = terms.filter((term) => /\p{N}/u.test(term)).length;
  // "30 Hz" may be covered as 30, as 30 Hz, or as both: it is one thing.
  const covered = terms.length - figures + Math.max(figures, spellings.length > 0 ? 1 : 0);
  return (
    covered >= (needed ?? termsNeeded(asked.terms.size)) || [...terms, ...spellings].some(isRare)
  );
}

function termsNeeded(asked: number): number {
  return asked <= 2 ? 1 : Math.max(2, Math.ceil(asked / 4));
}

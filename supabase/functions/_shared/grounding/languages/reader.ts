import type { DocumentLanguage, PassageHit } from "../../contracts/knowledge.ts";
import { likelyLanguage } from "../../contracts/languages/detect-language.ts";
import { knownStems } from "./compounds.ts";
import { inEnglish, shareOfWords } from "./in-english.ts";

/** Reads the texts of one answer and of its passages, each in its language. */
export interface Reader {
  /** That of the answer. */
  language: DocumentLanguage;
  languageOf: (passage: PassageHit) => DocumentLanguage;
  /** The language of a text; that of the answer where its words do not tell. */
  languageIn: (text: string) => DocumentLanguage;
  /** A text as the rules of the check read it. */
  read: (text: string, language: DocumentLanguage) => string;
}

/** For texts that are known to be English. */
export const ENGLISH: Reader = {
  language: "english",
  languageOf: () => "english",
  languageIn: () => "english",
  read: (text) => text,
};

/** A file has one language, that of its given passages: one of them alone may be a table of figures. */
export function readerOf(
  answer: string,
  question: string,
  passages: readonly PassageHit[],
): Reader {
  const bodies = new Map<string, string[]>();
  for (const { file_id, heading, body } of passages) {
    bodies.set(file_id, [...(bodies.get(file_id) ?? []), heading ?? "", body]);
  }
  const likely = new Map([...bodies].map(([file, texts]) => [file, likelyLanguage(texts)]));
  const first = (passages[0] && likely.get(passages[0].file_id)) ?? "english";
  const language = languageOf(answer, first) ?? languageOf(question, first) ?? first;
  const languages = new Map([...likely].map(([file, found]) => [file, found ?? "english"]));
  const hasGerman = language === "german" || [...languages.values()].includes("german");
  const known = knownStems(hasGerman ? [answer, question, ...[...bodies.values()].flat()] : []);
  return {
    language,
    languageOf: ({ file_id }) => languages.get(file_id) ?? "english",
    languageIn: (text) => languageOf(text, language) ?? language,
    read: (text, own) => inEnglish(text, own, known),
  };
}

/** A sentence in another language than English has this part of words that are known in it. */
const LEAST_KNOWN = 0.3;

/** The language of a short text, most likely the expected one; null where its words do not tell. */
function languageOf(text: string, expected: DocumentLanguage): DocumentLanguage | null {
  if (expected !== "english" && shareOfWords(text, expected) >= LEAST_KNOWN) {
    const found = likelyLanguage([text]);
    return found === "english" ? found : expected;
  }
  return likelyLanguage([text], expected);
}

import type { DocumentLanguage, PassageHit } from "../../contracts/knowledge.ts";
import { likelyLanguage } from "../../contracts/languages/detect-language.ts";
import { knownStems } from "./compounds.ts";
import { inEnglish, shareOfWords } from "./in-english.ts";
import { foreignNumbers, withNumbersRead } from "./numbers.ts";

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
  const texts = [...bodies.values()].flat();
  const language =
    languageOf(answer, first) ??
    languageOf(question, first) ??
    (isOfWords(`${question} ${answer}`, texts) ? first : "english");
  const languages = new Map([...likely].map(([file, found]) => [file, found ?? "english"]));
  const hasGerman = language === "german" || [...languages.values()].includes("german");
  const foreign = passages.filter(({ file_id }) => languages.get(file_id) !== "english");
  const copied = foreignNumbers(foreign.map(({ body }) => body));
  const known = knownStems(hasGerman ? [answer, question, ...texts] : []);
  return {
    language,
    languageOf: ({ file_id }) => languages.get(file_id) ?? "english",
    languageIn: (text) => languageOf(text, language) ?? language,
    read: (text, own) =>
      own === "english" && copied.size > 0
        ? withNumbersRead(text, copied)
        : inEnglish(text, own, known),
  };
}

/** A text in the language of the passages has this part of its words, which are its passages' words. */
const LEAST_SHARED = 0.5;
const WORD = /\p{L}{4,}/gu;

/** Whether a text has the words of others: "Öldruck 5 bar" is German where they are. */
function isOfWords(text: string, others: readonly string[]): boolean {
  const theirs = new Set(others.flatMap((each) => each.toLowerCase().match(WORD) ?? []));
  const own = text.toLowerCase().match(WORD) ?? [];
  return own.filter((word) => theirs.has(word)).length >= LEAST_SHARED * own.length;
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

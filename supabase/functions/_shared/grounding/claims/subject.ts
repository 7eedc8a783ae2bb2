import type { DocumentLanguage } from "../../contracts/knowledge.ts";
import { factsOf } from "./facts.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { plainSigns } from "./plain-signs.ts";
import { hasWord, tellingWords } from "./words.ts";

/** How much of a question the cited passages must speak of, by the weight of its words. */
const LEAST_OF_QUESTION = 0.3;

/**
 * Whether the cited passages are about something else than the question, although each claim is theirs: about E-26
 * where E-27 was asked, about a frostbite where an electric shock was. A word weighs the more the fewer of the given
 * passages have it: the search prefers passages with the rare words of a question, so a word that none of them has is
 * most likely in no document at all.
 * @param cited the passages that the answer cites
 * @param given all passages that the model was given
 * @returns the reason, in words for the model; null when they are about the question.
 */
export function otherSubject(
  question: { text: string; language: DocumentLanguage },
  cited: readonly PassageFacts[],
  given: readonly PassageFacts[],
): string | null {
  const { codes, rest } = factsOf(plainSigns(question.text));
  const otherCode = codes.find(({ code, family, stems }) => {
    const names = [code, ...stems];
    if (given.some(({ codeNames }) => names.some((name) => codeNames.has(name)))) {
      return false;
    }
    return family === "*"
      ? !given.some(({ codeNames }) => [...codeNames].some((name) => name.endsWith(code.slice(1))))
      : family !== ":" &&
          given.some((passage) => passage.codes.some((other) => other.family === family));
  });
  if (otherCode) return `the passages do not mention ${otherCode.code}`;

  // Words of one language tell nothing of a text in another one.
  if (cited.some(({ language }) => language !== question.language)) return null;
  const topics = [
    ...tellingWords(rest).map((term) => ({
      name: term,
      isIn: (passage: PassageFacts) => hasWord(passage.terms, term),
    })),
    ...codes.map(({ code, stems }) => ({
      name: code,
      isIn: ({ codeNames }: PassageFacts) => [code, ...stems].some((name) => codeNames.has(name)),
    })),
  ];
  if (topics.length < 2) return null;
  const weighed = topics.map(({ name, isIn }) => ({
    name,
    weight: 1 / (1 + given.filter(isIn).length),
    isMissing: !cited.some(isIn),
  }));
  const sum = (some: typeof weighed) => some.reduce((all, { weight }) => all + weight, 0);
  const missing = weighed.filter(({ isMissing }) => isMissing);
  if (sum(missing) <= sum(weighed) * (1 - LEAST_OF_QUESTION)) return null;
  const names = missing.map(({ name }) => name).slice(0, 4);
  return `the cited passages do not speak of "${names.join(", ")}"`;
}

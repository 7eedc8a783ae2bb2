import type { PassageHit } from "../contracts/knowledge.ts";
import type { QuestionReply } from "../contracts/question.ts";
import { findCitations, keepCitations, rewriteCitations, withoutCitations } from "./citations.ts";
import { NOT_FOUND, nothingFound } from "./not-found.ts";
import { bestQuote } from "./quote.ts";
import { sourceOf } from "./source.ts";

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

// In Markdown, `[1]: https://…` on a line of its own turns every [1] into a link.
const LINK_DEFINITION = /^[ \t]*\[\d+\]:[ \t]*\S+[ \t]*(?:["'(].*)?$/gm;

/** How far from a citation its sentence is looked for, in characters. */
const SENTENCE_REACH = 600;

/** How many citations are used to choose the quotes; later ones are not needed for that. */
const MOST_CITATIONS = 80;

/**
 * Checks a model's answer against the passages it was given, the first of which is [1]. Citations
 * of anything else are removed. The sources are numbered in the order in which they are first
 * cited, each with the words that support the sentences citing it. An answer that cites no passage,
 * or that reveals the secret mark, is replaced by the one for nothing found.
 */
export function checkAnswer(
  answer: string,
  question: string,
  passages: readonly PassageHit[],
  mark: string,
): QuestionReply {
  if (answer.includes(mark)) return nothingFound();
  const text = keepCitations(
    answer.replace(LINK_DEFINITION, ""),
    (number) => number >= 1 && number <= passages.length,
  );
  const citing = citingSentences(text);
  if (citing.size === 0 || saysNotFound(text)) return nothingFound();

  const cited = [...citing.keys()];
  return {
    answer: rewriteCitations(text, (numbers) => numbers.map((n) => cited.indexOf(n) + 1)).trim(),
    sources: cited.flatMap((number) => {
      const passage = passages[number - 1];
      const sentence = citing.get(number) ?? "";
      return passage ? [sourceOf(passage, bestQuote(passage.body, sentence, question))] : [];
    }),
    basis: "model",
  };
}

/** The sentences that cite a passage, by its number, in the order of first citation. */
function citingSentences(text: string): Map<number, string> {
  const citing = new Map<number, string>();
  for (const [place, { start, end, numbers }] of findCitations(text).entries()) {
    if (place >= MOST_CITATIONS) {
      for (const number of numbers) if (!citing.has(number)) citing.set(number, "");
      continue;
    }
    const before = text.slice(Math.max(0, start - SENTENCE_REACH), start);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    // A citation usually follows the text it supports; at the beginning of a line it precedes it.
    const sentence =
      lastSentence(withoutCitations(line)) ??
      withoutCitations(text.slice(end, end + SENTENCE_REACH).split("\n", 1)[0] ?? "");
    for (const number of numbers) {
      citing.set(number, [citing.get(number), sentence].filter(Boolean).join("\n"));
    }
  }
  return citing;
}

function lastSentence(text: string): string | undefined {
  return [...sentences.segment(text.trim())].map(({ segment }) => segment).findLast(saysSomething);
}

function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]{2}/u.test(text);
}

function saysNotFound(text: string): boolean {
  const said = withoutCitations(text).trim();
  return said.startsWith(NOT_FOUND) && /^[.\s]*$/.test(said.slice(NOT_FOUND.length));
}

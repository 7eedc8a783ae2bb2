import type { PassageHit } from "../contracts/knowledge.ts";
import { detectLanguage } from "../contracts/languages/detect-language.ts";
import type { QuestionReply, Source } from "../contracts/question.ts";
import { findAnsweringPart } from "../contracts/terms/answering-part.ts";
import { readablePart } from "../contracts/terms/readable-part.ts";

/**
 * The source of a sentence or question: the passage, with its part that says it.
 * @param context what a question is about without naming it; empty if nothing
 */
export function quoteSource(passage: PassageHit, sentence: string, context = "") {
  const { file_id, file_name, page, chunk_no, body } = passage;
  const part = findAnsweringPart(passage, sentence, detectLanguage([body]), context);
  const source: Source = { file_id, file_name, page, chunk_no, quote: part.text };
  return { source, heading: part.heading };
}

/** Begins such an answer, to say that it is not from an AI. */
export const NO_PROVIDER_NOTICE =
  "No AI provider is set up, so this is not an AI answer. These passages of your documents come closest to your question:";

const MOST_QUOTED = 3;

/**
 * The answer without a model: the passages themselves, best first, of each the part that is closest to
 * the question, below its heading.
 * @param context what the question is about without naming it; empty if nothing
 */
export function extractAnswer(
  question: string,
  passages: readonly PassageHit[],
  context = "",
): QuestionReply {
  const quoted = passages
    .slice(0, MOST_QUOTED)
    .map((passage) => quoteSource(passage, question, context));
  const answer = [NO_PROVIDER_NOTICE];
  for (const [index, { source, heading }] of quoted.entries()) {
    if (heading !== null) answer.push(`**${inOneLine(heading).replaceAll("*", "")}**`);
    answer.push(`“${inOneLine(readablePart(source.quote, "; "))}” [${index + 1}]`);
  }
  const sources = quoted.map(({ source, heading }) => ({ ...source, heading }));
  return { answer: answer.join("\n\n"), sources, basis: "passages" };
}

/** In one line; a document's own numbers in brackets would look like citations. */
function inOneLine(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[[【](\d[^[\]【】]*)[\]】]/g, "($1)");
}

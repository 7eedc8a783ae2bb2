import type { PassageHit } from "../contracts/knowledge.ts";
import { detectLanguage } from "../contracts/languages/detect-language.ts";
import type { QuestionReply } from "../contracts/question.ts";
import { bestQuote } from "./quote.ts";
import { sourceOf } from "./source.ts";

/** Begins such an answer, to say that it is not from an AI. */
export const NO_PROVIDER_NOTICE =
  "No AI provider is set up, so this is not an AI answer. These passages of your documents come closest to your question:";

const MOST_QUOTED = 3;

/**
 * The answer without a model: the passages themselves, best first, each with the sentences that are
 * closest to the question.
 */
export function extractAnswer(question: string, passages: readonly PassageHit[]): QuestionReply {
  const sources = passages.slice(0, MOST_QUOTED).map((passage) => {
    const language = detectLanguage([passage.body]);
    return sourceOf(passage, bestQuote(passage.body, question, "", language));
  });
  const quoted = sources.map(({ quote }, index) => `“${onOneLine(quote)}” [${index + 1}]`);
  return {
    answer: [NO_PROVIDER_NOTICE, ...quoted].join("\n\n"),
    sources,
    basis: "passages",
  };
}

// Replaces a document's own numbers in brackets, which would look like citations in an answer.
function onOneLine(quote: string): string {
  return quote.replace(/\s+/g, " ").replace(/[[【](\d[^[\]【】]*)[\]】]/g, "($1)");
}

import { z } from "zod/mini";
import { type AnswerGrounding, GROUNDING_QUOTE_LIMIT } from "../contracts/answer-grounding.ts";
import type { PassageHit } from "../contracts/knowledge.ts";
import type { ServiceRest } from "../request/service-rest.ts";
import type { CheckedAnswer } from "./check-answer.ts";
import { promptVersion } from "./prompt.ts";
import { quoteSource } from "./quote.ts";
import { passageKey } from "./retrieve.ts";

const filesSchema = z.array(z.object({ id: z.uuid(), indexed_at: z.nullable(z.string()) }));

/**
 * What the detailed row of an answer keeps for the question why it says what it says.
 * @throws Error when the database cannot be reached.
 */
export async function describeGrounding(
  rest: ServiceRest,
  answer: {
    question: string;
    key: string;
    prompt: string;
    passages: readonly PassageHit[];
    checked: CheckedAnswer;
    askedAgain: boolean;
  },
): Promise<AnswerGrounding> {
  const { question, key, prompt, passages, checked, askedAgain } = answer;
  const ids = [...new Set(passages.map(({ file_id }) => file_id))];
  const query = { id: `in.(${ids.join(",")})`, select: "id,indexed_at" };
  const files = filesSchema.parse(await rest.select("knowledge_base", query));
  const indexed = new Map(files.map(({ id, indexed_at }) => [id, indexed_at]));
  const cited = new Set(checked.reply.sources.map(passageKey));
  return {
    prompt: { key, version: await promptVersion(prompt) },
    passages: passages.map((passage) => {
      const source = quoteSource(passage, question);
      return {
        ...source,
        heading: passage.heading,
        indexed_at: indexed.get(passage.file_id) ?? null,
        quote: source.quote.slice(0, GROUNDING_QUOTE_LIMIT),
        cited: cited.has(passageKey(passage)),
      };
    }),
    check: {
      claims: checked.claims,
      supported: checked.supported,
      asked_again: askedAgain,
      problems: checked.problems,
    },
  };
}

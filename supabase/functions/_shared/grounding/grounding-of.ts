import { z } from "zod/mini";
import { type AnswerGrounding, GROUNDING_QUOTE_LIMIT } from "../contracts/answer-grounding.ts";
import { DOCUMENT_LANGUAGES, type PassageHit } from "../contracts/knowledge.ts";
import type { ServiceRest } from "../request/service-rest.ts";
import type { CheckedAnswer } from "./check-answer.ts";
import { promptVersion } from "./prompt.ts";
import { bestQuote } from "./quote.ts";

/** How many problems are kept, and how long each may be in characters. */
const MOST_PROBLEMS = 20;
const PROBLEM_LIMIT = 400;

const filesSchema = z.array(
  z.object({
    id: z.uuid(),
    indexed_at: z.nullable(z.string()),
    language: z.enum(DOCUMENT_LANGUAGES),
  }),
);

/**
 * What the detailed row of an answer keeps for the question why it says what it says.
 * @throws Error when the database cannot be reached.
 */
export async function groundingOf(
  rest: ServiceRest,
  {
    question,
    key,
    prompt,
    passages,
    checked,
    askedAgain,
  }: {
    question: string;
    key: string;
    prompt: string;
    passages: readonly PassageHit[];
    checked: CheckedAnswer;
    askedAgain: boolean;
  },
): Promise<AnswerGrounding> {
  const ids = [...new Set(passages.map(({ file_id }) => file_id))];
  const files = filesSchema.parse(
    await rest.select("knowledge_base", {
      id: `in.(${ids.join(",")})`,
      select: "id,indexed_at,language",
    }),
  );
  const byId = new Map(files.map((file) => [file.id, file]));
  const placeOf = (at: { file_id: string; chunk_no: number }) => `${at.file_id} ${at.chunk_no}`;
  const cited = new Set(checked.reply.sources.map(placeOf));
  return {
    prompt: { key, version: await promptVersion(prompt) },
    passages: passages.map((passage) => ({
      file_id: passage.file_id,
      file_name: passage.file_name,
      chunk_no: passage.chunk_no,
      page: passage.page,
      heading: passage.heading,
      indexed_at: byId.get(passage.file_id)?.indexed_at ?? null,
      quote: bestQuote(passage.body, question, "", byId.get(passage.file_id)?.language).slice(
        0,
        GROUNDING_QUOTE_LIMIT,
      ),
      cited: cited.has(placeOf(passage)),
    })),
    check: {
      claims: checked.claims,
      supported: checked.supported,
      asked_again: askedAgain,
      problems: checked.problems
        .slice(0, MOST_PROBLEMS)
        .map((problem) => problem.slice(0, PROBLEM_LIMIT)),
    },
  };
}

import type { PassageHit } from "@contracts/knowledge.ts";
import type { QuestionAgent } from "@contracts/question.ts";

/** What is looked for. An agent looks into the files that are open to it. */
export interface ManualQuery {
  query: string;
  agent: QuestionAgent;
  limit: number;
}

/** What the page asks its worker. All requests of a worker are one person's. */
export interface SearchRequest extends ManualQuery {
  id: number;
  personId: string;
}

export type SearchReply = { id: number; hits: PassageHit[] } | { id: number; error: string };

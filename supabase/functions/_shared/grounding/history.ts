import type { Turn } from "../contracts/question.ts";
import { contextOf } from "../contracts/terms/telling-words.ts";
import { withoutCitations } from "./citations.ts";

/** How much of the earlier conversation is sent to the model, in characters. */
const HISTORY_TOTAL_LIMIT = 8_000;

/**
 * The newest messages of a conversation that fit, whole ones only, oldest first. Their citations
 * are removed, because the numbers meant other passages.
 */
export function recentTurns(history: readonly Turn[]): Turn[] {
  const kept: Turn[] = [];
  let total = 0;
  for (const turn of history.toReversed()) {
    const content = turn.role === "assistant" ? withoutCitations(turn.content) : turn.content;
    total += content.length;
    if (total > HISTORY_TOTAL_LIMIT) break;
    if (content.trim() !== "") kept.unshift({ ...turn, content });
  }
  return kept;
}

/** The person's earlier questions that may name what the next one is about; null if there is none. */
export function earlierQuestions(history: readonly Turn[]): string | null {
  const questions = history.flatMap(({ role, content }) => (role === "user" ? [content] : []));
  return contextOf(questions) || null;
}

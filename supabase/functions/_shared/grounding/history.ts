import type { Turn } from "../contracts/question.ts";
import { withoutCitations } from "./citations.ts";

/** How much of what was said before goes to the model, in characters. */
const HISTORY_TOTAL_LIMIT = 8_000;

/**
 * The newest part of a conversation, whole messages, oldest first. Without its citations: their
 * numbers stood for other passages.
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

/** What the person asked last; null when they have not. */
export function lastQuestion(history: readonly Turn[]): string | null {
  return history.findLast((turn) => turn.role === "user")?.content ?? null;
}

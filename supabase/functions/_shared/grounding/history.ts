import type { Turn } from "../contracts/question.ts";
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

/** The person's last question; null if there is none. */
export function lastQuestion(history: readonly Turn[]): string | null {
  return history.findLast((turn) => turn.role === "user")?.content ?? null;
}

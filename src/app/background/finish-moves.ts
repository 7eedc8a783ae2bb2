import { finishMoves } from "#outbox/take-over.ts";
import { browserPorts } from "#platform/browser-ports.ts";

/**
 * Completes moves of unsent work to the person's current account that a killed tab left unfinished.
 */
export async function finishMovesBegun(): Promise<void> {
  try {
    await finishMoves(browserPorts);
  } catch (error) {
    // For example a full disk. Nothing is lost: the item is in one of the two queues, and the next
    // start of the app continues the move.
    console.error("What was being moved is not moved yet:", error);
  }
}

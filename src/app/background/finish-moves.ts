import { finishMoves } from "#outbox/take-over.ts";
import { browserPorts } from "#platform/browser-ports.ts";

/** Finishes what a killed tab began: moving unsent work from an earlier account to the one of now. */
export async function finishMovesBegun(): Promise<void> {
  try {
    await finishMoves(browserPorts);
  } catch (error) {
    // A full disk, say: both queues together hold everything, and the next start goes on.
    console.error("What was being moved is not moved yet:", error);
  }
}

import { browserPorts } from "../sync/browser-ports.ts";
import { finishMoves } from "../sync/take-over.ts";

/** Finishes what a killed tab began: moving unsent work from an earlier account to the one of now. */
export async function finishMovesBegun(): Promise<void> {
  try {
    await finishMoves(browserPorts);
  } catch (error) {
    // A full disk, say: both queues together hold everything, and the next start goes on.
    console.error("What was being moved is not moved yet:", error);
  }
}

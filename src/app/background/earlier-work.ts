import { finishMoves } from "#outbox/take-over.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { followKeptRequests } from "#sync/early-access/submit-request.ts";
import { showError } from "#ui/toast.ts";

/** Goes on with what earlier visits on this device began: moves of work, and requests of visitors. */
export async function resumeEarlierWork(): Promise<void> {
  sendEarlyAccessRequests();
  await finishMovesBegun();
}

/**
 * Completes moves of unsent work to the person's current account that a killed tab left unfinished.
 */
async function finishMovesBegun(): Promise<void> {
  try {
    await finishMoves(browserPorts);
  } catch (error) {
    // For example a full disk. Nothing is lost: the item is in one of the two queues, and the next
    // start of the app continues the move.
    console.error("What was being moved is not moved yet:", error);
  }
}

/**
 * Sends the early-access requests that visitors left on this device, and shows the person at the
 * device what the server refused.
 */
function sendEarlyAccessRequests(): void {
  followKeptRequests((message) => showError("Error submitting form", message));
}

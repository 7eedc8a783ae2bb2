import { finishMovesBegun } from "./finish-moves.ts";
import { sendEarlyAccessRequests } from "./send-early-access-requests.ts";

/** Goes on with what earlier visits on this device began: moves of work, and requests of visitors. */
export async function resumeEarlierWork(): Promise<void> {
  sendEarlyAccessRequests();
  await finishMovesBegun();
}

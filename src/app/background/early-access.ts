import { followKeptRequests } from "#sync/early-access/submit-request.ts";
import { showError } from "#ui/toast.ts";

/**
 * Sends the early-access requests that visitors left on this device, and shows the person at the
 * device what the server refused.
 */
export function sendEarlyAccessRequests(): void {
  followKeptRequests((message) => showError("Error submitting form", message));
}

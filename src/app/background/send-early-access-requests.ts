import { followKeptRequests } from "#sync/early-access/submit-request.ts";
import { showError } from "#ui/toast.ts";

/** Sends what visitors left on this device, and tells whoever is here what the server refused. */
export function sendEarlyAccessRequests(): void {
  followKeptRequests((message) => showError("Error submitting form", message));
}

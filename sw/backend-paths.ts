/** What the backend answers on the app's own origin: never served from the shell. */
export const BACKEND_PATHS = [
  "/auth/v1",
  "/rest/v1",
  "/storage/v1",
  "/functions/v1",
  "/config.json",
  "/healthz",
];

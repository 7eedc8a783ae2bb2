/** Paths of the backend on the app's own origin; the worker never answers them from the shell. */
export const BACKEND_PATHS = [
  "/auth/v1",
  "/rest/v1",
  "/storage/v1",
  "/functions/v1",
  "/config.json",
  "/healthz",
];

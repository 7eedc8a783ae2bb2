import "./app/theme/mantine-styles.ts";
import "./app/theme/global.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { preloadPageFallback } from "./app/failures/load-page.ts";
import { followInstallation } from "./app/install/installation.ts";
import { loadPages } from "./app/routes.tsx";
import { openMirrorAhead } from "./mirror/mirror-context.tsx";
import { followStyles, loadPatiently } from "./platform/lazy-chunks.ts";
import { followPreferences } from "./preferences/device-preferences.ts";
import { startSession, storageReady, useSession, whenSession } from "./session/session.ts";
import { whenIdle } from "./ui/when-idle.ts";

/** The longest wait for the first page, in milliseconds; then the app shows what it can. */
const PATIENCE_MS = 1000;

followStyles();
startSession(whenIdle);
followPreferences();
followInstallation();

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
void Promise.race([
  loadFirstPage().catch(() => undefined),
  new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
]).then(() => {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});

void Promise.all([whenIdle, storageReady()]).then(async () => {
  const { followKeptRequests } = await loadPatiently(
    () => import("./sync/early-access/submit-request.ts"),
  );
  const { showError } = await loadPatiently(() => import("./ui/toast.ts"));
  followKeptRequests((message) => showError("Error submitting form", message));
});

void whenIdle.then(async () => {
  await loadPatiently(preloadPageFallback);
  const { loadAheadForTechnicians } = await loadPatiently(
    () => import("./app/install/load-ahead.ts"),
  );
  await loadAheadForTechnicians();
});

// Not in development, where the worker would serve outdated files.
if (import.meta.env.PROD) {
  void whenIdle.then(async () => {
    const { registerWorker } = await loadPatiently(
      () => import("./app/install/register-worker.ts"),
    );
    await registerWorker();
  });
}

/** Loads what the first page needs: who is signed in, and its code; opens the mirror meanwhile. */
async function loadFirstPage(): Promise<void> {
  await whenSession((session) => session.status !== "starting" || session.storageTrouble !== null);
  const { identity } = useSession.getState();
  if (identity !== null) openMirrorAhead(identity.id);
  await loadPages(location.pathname, identity !== null);
}

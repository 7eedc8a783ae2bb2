import "./app/theme/mantine-styles.ts";
import "./app/theme/global.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { untilShowable } from "./app/before-first-render.ts";
import { preloadPageFallback } from "./app/failures/load-page.ts";
import { followInstallation } from "./app/install/installation.ts";
import { followStyles, loadPatiently } from "./platform/lazy-chunks.ts";
import { followPreferences } from "./preferences/device-preferences.ts";
import { startSession, storageReady } from "./session/session.ts";
import { whenIdle } from "./ui/when-idle.ts";

followStyles();
startSession(whenIdle);
followPreferences();
followInstallation();

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
void untilShowable().then(() => {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});

void Promise.all([whenIdle, storageReady()]).then(async () => {
  const { sendEarlyAccessRequests } = await loadPatiently(
    () => import("./app/background/early-access.ts"),
  );
  sendEarlyAccessRequests();
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

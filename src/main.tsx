import "./app/mantine-styles.ts";
import "./app/global.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { followInstallation } from "./app/installation.ts";
import { loadLatePageAhead } from "./app/or-late-page.ts";
import { followStyles, loadPatiently } from "./platform/late-code.ts";
import { followPreferences } from "./preferences/device-preferences.ts";
import { startSession, storageReady } from "./session/session.ts";
import { atRest } from "./ui/at-rest.ts";

followStyles();
startSession(atRest);
followPreferences();
followInstallation();

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

void Promise.all([atRest, storageReady()]).then(async () => {
  const { finishMovesBegun } = await loadPatiently(() => import("./app/finish-moves.ts"));
  await finishMovesBegun();
});

void Promise.all([atRest, storageReady()]).then(async () => {
  const { sendLeads } = await loadPatiently(() => import("./app/send-leads.ts"));
  sendLeads();
});

void atRest.then(async () => {
  await loadPatiently(loadLatePageAhead);
  const { loadAheadForTechnicians } = await loadPatiently(() => import("./app/load-ahead.ts"));
  await loadAheadForTechnicians();
});

// In development it would serve what was changed since.
if (import.meta.env.PROD) {
  void atRest.then(async () => {
    const { registerWorker } = await loadPatiently(() => import("./app/register-worker.ts"));
    await registerWorker();
  });
}

import "./app/mantine-styles.ts";
import "./app/global.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { followInstallation } from "./app/installation.ts";
import { followPreferences } from "./preferences/device-preferences.ts";
import { startSession } from "./session/session.ts";
import { atRest } from "./ui/at-rest.ts";

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

void atRest.then(async () => {
  const { finishMovesBegun } = await import("./app/finish-moves.ts");
  await finishMovesBegun();
});

void atRest.then(async () => {
  const { sendLeads } = await import("./app/send-leads.ts");
  sendLeads();
});

// In development it would serve what was changed since.
if (import.meta.env.PROD) {
  void atRest.then(async () => {
    const { registerWorker } = await import("./app/register-worker.ts");
    await registerWorker();
  });
}

import "./app/mantine-styles.ts";
import "./app/global.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { followPreferences } from "./preferences/device-preferences.ts";
import { startSession } from "./session/session.ts";

startSession();
followPreferences();

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

// After the first render, which needs none of it.
void import("./app/send-leads.ts").then(({ sendLeads }) => sendLeads());

// The same. In development it would serve what was changed since.
if (import.meta.env.PROD) {
  void import("./app/register-worker.ts").then(({ registerWorker }) => registerWorker());
}

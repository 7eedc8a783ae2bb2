import type { ManifestOptions } from "vite-plugin-pwa";
import {
  AGENT_IDS,
  AGENTS,
  type Agent,
  agentPage,
} from "#supabase/functions/_shared/contracts/agent.ts";

const BACKGROUND = "#0b1214";

/** The task of each agent, as the text of an app shortcut. */
const PURPOSES: Readonly<Record<Agent, string>> = {
  voice: "Record a voice note and get a transcription and summary",
  snap: "Take a photo of equipment and get a diagnosis",
  label: "Ask about product specifications and manuals",
  ask: "Ask about company documents and policies",
};

/** The data that a browser needs to install the app: https://www.w3.org/TR/appmanifest/ */
export const webManifest: Partial<ManifestOptions> = {
  id: "/",
  name: "Field Agents",
  short_name: "Field Agents",
  description:
    "Four AI agents for field technicians. Works without a signal: what you record, photograph or ask is kept on the device and sent when you are back online.",
  lang: "en",
  dir: "ltr",
  start_url: "/",
  scope: "/",
  display: "standalone",
  display_override: ["standalone", "minimal-ui"],
  orientation: "any",
  theme_color: BACKGROUND,
  background_color: BACKGROUND,
  categories: ["business", "productivity", "utilities"],
  icons: [
    { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
    { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
    { src: "/icons/maskable-192.png", sizes: "192x192", type: "image/png", purpose: "maskable" },
    { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    { src: "/icons/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
  ],
  screenshots: [
    screenshot("narrow", "phone-recording", "Record a voice note, with or without a signal"),
    screenshot("narrow", "phone-transcription", "The transcription, ready to copy"),
    screenshot("narrow", "phone-history", "Everything you recorded, in one list"),
    screenshot("wide", "desktop-voice-agent", "The Voice Agent on a desktop"),
    screenshot("wide", "desktop-history", "The history on a desktop"),
  ],
  shortcuts: AGENT_IDS.map(shortcut),
};

function shortcut(agent: Agent) {
  const { name } = AGENTS[agent];
  const url = agentPage(agent);
  return {
    name,
    short_name: name,
    description: PURPOSES[agent],
    url,
    icons: [{ src: `/icons${url}.png`, sizes: "192x192", type: "image/png" }],
  };
}

function screenshot(form_factor: "narrow" | "wide", picture: string, label: string) {
  const sizes = form_factor === "narrow" ? "824x1784" : "1280x800";
  return { src: `/screenshots/${picture}.webp`, sizes, type: "image/webp", form_factor, label };
}

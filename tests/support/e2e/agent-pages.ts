import type { Agent } from "@contracts/agent.ts";
import type { Page } from "playwright";
import { MANUAL_TITLE, messages, questionBox } from "./chat-pages.ts";
import { untilTimer } from "./voice-pages.ts";

const QUESTION = "What does K17 mean on the Kestrel 900?";

interface AgentPage {
  /** Does on the open page everything up to the last step before something is sent. */
  prepare(page: Page): Promise<void>;
  send(page: Page): Promise<void>;
  /** Waits until the page shows the answer to the last item. */
  answered(page: Page): Promise<void>;
}

const CHAT: AgentPage = {
  prepare: (page) => questionBox(page).fill(QUESTION),
  send: (page) => questionBox(page).press("Enter"),
  answered: (page) =>
    messages(page)
      .last()
      .getByRole("button", { name: `${MANUAL_TITLE} · p. 2`, exact: true })
      .waitFor(),
};

/** How a person gives an item to each agent. Label and Ask need the manual of the Kestrel. */
export const AGENT_PAGES: Readonly<Record<Agent, AgentPage>> = {
  label: CHAT,
  ask: CHAT,
  snap: {
    async prepare(page) {
      await page.getByRole("button", { name: "Take Photo" }).click();
      await page.getByRole("button", { name: "Capture" }).click();
      await page.getByRole("button", { name: "Analyze Image" }).waitFor();
    },
    send: (page) => page.getByRole("button", { name: "Analyze Image" }).click(),
    answered: (page) => page.getByText("the run capacitor is bulging at the top").waitFor(),
  },
  voice: {
    async prepare(page) {
      await page.getByRole("button", { name: "Start recording" }).click();
      await untilTimer(page, 1);
    },
    send: (page) => page.getByRole("button", { name: "Stop recording" }).click(),
    answered: (page) => page.getByText("Full Transcription").waitFor(),
  },
};

import type { Agent } from "@contracts/agent.ts";
import type { Page } from "playwright";
import type { ProviderApi } from "../ai-provider/call.ts";
import { MANUAL, messages, questionBox } from "./chat-pages.ts";
import type { Stack } from "./stack.ts";
import { untilTimer } from "./voice-pages.ts";

const QUESTION = "What does K17 mean on the Kestrel 900?";

interface AgentPage {
  /** The server function that answers. */
  answers: string;
  /** The provider's API that is called once for each item. */
  asks: ProviderApi;
  /** Does on the open page everything up to the last step before something is sent. */
  prepare(page: Page): Promise<void>;
  /** Does that last step. */
  send(page: Page): Promise<void>;
  /** Waits until the page shows the answer to the last item. */
  answered(page: Page): Promise<void>;
}

/** How a person gives an item to each agent. Label and Ask need the manual of the Kestrel. */
export const AGENT_PAGES: Readonly<Record<Agent, AgentPage>> = {
  label: chatPage("label-query"),
  ask: chatPage("ask-query"),
  snap: {
    answers: "snap-process",
    asks: "chat",
    async prepare(page) {
      await page.getByRole("button", { name: "Take Photo" }).click();
      await page.getByRole("button", { name: "Capture" }).click();
      await page.getByRole("button", { name: "Analyze Image" }).waitFor();
    },
    send: (page) => page.getByRole("button", { name: "Analyze Image" }).click(),
    answered: (page) => page.getByText("the run capacitor is bulging at the top").waitFor(),
  },
  voice: {
    answers: "voice-transcribe",
    asks: "transcription",
    async prepare(page) {
      await page.getByRole("button", { name: "Start recording" }).click();
      await untilTimer(page, 1);
    },
    send: (page) => page.getByRole("button", { name: "Stop recording" }).click(),
    answered: (page) => page.getByText("Full Transcription").waitFor(),
  },
};

function chatPage(answers: string): AgentPage {
  return {
    answers,
    asks: "chat",
    prepare: (page) => questionBox(page).fill(QUESTION),
    send: (page) => questionBox(page).press("Enter"),
    answered: (page) =>
      messages(page)
        .last()
        .getByRole("button", { name: `${MANUAL}, p. 2`, exact: true })
        .waitFor(),
  };
}

/** Opens an agent's page for a new item, and waits until the page knows the person's rights. */
export async function openAgent(page: Page, stack: Stack, agent: Agent): Promise<void> {
  // Without this the last photo would be shown again.
  await page.evaluate(() => sessionStorage.clear());
  // Otherwise the answer to a request of the page that is left could be taken for the next page's.
  await page.goto("about:blank");
  const read = (table: string) =>
    page.waitForResponse((reply) => reply.url().includes(`/rest/v1/${table}?`));
  const known = Promise.all([read("profiles"), read("user_roles")]);
  await page.goto(`${stack.network.url}/${agent}-agent`);
  await known;
}

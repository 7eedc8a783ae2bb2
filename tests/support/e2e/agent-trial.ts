import type { Agent } from "@contracts/agent.ts";
import type { Page } from "playwright";
import { expect } from "vitest";
import { AGENT_PAGES, openAgent } from "./agent-pages.ts";
import { type Traces, tracesOf } from "./agent-traces.ts";
import { addKestrelManual } from "./chat-pages.ts";
import { type Stack, startStack } from "./stack.ts";
import { signInAs, syncStatus, untilInstalled } from "./voice-pages.ts";

/** A technician who gives items to agents while faults happen. */
export interface Trial {
  stack: Stack;
  /** The only open page. */
  page: Page;
  /** Ends earlier faults, and forgets the provider's calls. */
  reset(): void;
  /** Opens the agent's page and gives it an item; `fault` runs right before the last step. */
  give(agent: Agent, fault?: () => void | Promise<void>): Promise<void>;
  /** Closes the browser and opens the agent's page in a new one, on the same device. */
  restartBrowser(agent: Agent): Promise<void>;
  /** The rows that the agent has left on the server since the last `give`. */
  traces(agent: Agent): Promise<Traces>;
  /**
   * Waits until the item is answered, and checks that it left exactly one of each row on the
   * server.
   */
  expectOnce(agent: Agent): Promise<void>;
  /** The number of requests for an answer that reached the server. */
  requests(agent: Agent): number;
  /** The number of calls that reached the provider. */
  providerCalls(agent: Agent): number;
}

export async function startTrial(options: Parameters<typeof startStack>[0] = {}): Promise<Trial> {
  const stack = await startStack(options);
  await addKestrelManual(stack);
  let browser = await stack.browser();
  let before: Traces | undefined;

  const trial: Trial = {
    stack,
    page: await browser.newPage(),

    reset() {
      stack.provider.reset();
      stack.network.passage = () => "pass";
      stack.network.restore();
    },

    async give(agent, fault = () => undefined) {
      before = await tracesOf(stack, agent);
      await openAgent(trial.page, stack, agent);
      await AGENT_PAGES[agent].prepare(trial.page);
      await fault();
      await AGENT_PAGES[agent].send(trial.page);
    },

    async restartBrowser(agent) {
      await trial.page.close();
      await browser.close();
      browser = await stack.browser();
      trial.page = await browser.newPage();
      await trial.page.goto(`${stack.network.url}/${agent}-agent`);
    },

    traces: (agent) => tracesOf(stack, agent, before),

    async expectOnce(agent) {
      await expect.poll(async () => (await trial.traces(agent)).history.length).toBeGreaterThan(0);
      await syncStatus(trial.page, "Everything sent").waitFor();
      await AGENT_PAGES[agent].answered(trial.page);
      const { said, history, detailed } = await trial.traces(agent);
      const talks = agent === "label" || agent === "ask";
      expect(said.map(({ role }) => role)).toEqual(talks ? ["user", "assistant"] : []);
      expect(history).toHaveLength(1);
      expect(detailed.map(({ status }) => status)).toEqual(["success"]);
    },

    requests(agent) {
      const line = `POST /functions/v1/${AGENT_PAGES[agent].answers}`;
      return stack.network.passed.filter((passed) => passed === line).length;
    },

    providerCalls: (agent) => stack.provider.callsTo(AGENT_PAGES[agent].asks).length,
  };
  await signInAs(trial.page, stack.network.url, stack.technician);
  await untilInstalled(trial.page);
  return trial;
}

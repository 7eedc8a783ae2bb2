// @module-tag rest

import type { Agent } from "@contracts/agent.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { triedIn } from "../support/e2e/agent-matrix.ts";
import { AGENT_PAGES } from "../support/e2e/agent-pages.ts";
import { startTrial, type Trial } from "../support/e2e/agent-trial.ts";
import { messages } from "../support/e2e/chat-pages.ts";
import { sendNow } from "../support/e2e/queue-dialog.ts";

/** Calls of the provider that one request of the app makes before it gives up. */
const ATTEMPTS = 3;

let trial: Trial;

beforeAll(async () => {
  trial = await startTrial({ withProvider: false });
});
afterAll(() => trial.stack.stop());
beforeEach(() => trial.reset());

const tried = (fault: string) => triedIn("agents-provider", fault);

describe("provider missing", () => {
  it.each(tried("provider missing"))("%s makes do, or waits until there is one", (agent) =>
    agent === "snap" ? waits(agent) : quotes(agent),
  );
});

async function quotes(agent: Agent): Promise<void> {
  await trial.give(agent);
  await trial.expectOnce(agent);
  await messages(trial.page).last().getByText("condensate float switch is open").first().waitFor();
  const { detailed } = await trial.traces(agent);
  expect(detailed).toMatchObject([{ ai_model: null, total_tokens: null }]);
  expect(trial.providerCalls(agent)).toBe(0);
}

async function waits(agent: Agent): Promise<void> {
  await trial.give(agent);
  await trial.page
    .getByText(/^Saved on this device. Waiting for image analysis to be set up/)
    .waitFor();
  const { history, detailed } = await trial.traces(agent);
  expect(history).toEqual([]);
  expect(detailed).toMatchObject([{ status: "failed" }]);
  await trial.stack.restart({ withProvider: true });
  await sendNow(trial.page);
  await trial.expectOnce(agent);
  expect(trial.providerCalls(agent)).toBe(1);
}

describe("provider failing for a while", () => {
  beforeAll(() => trial.stack.restart({ withProvider: true }));

  it.each(tried("provider failing for a while"))("%s answers once", async (agent) => {
    const to = AGENT_PAGES[agent].asks;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const headers = { "Retry-After": "1" };
      trial.stack.provider.respondWith({ to, do: "status", status: 503, headers });
    }
    const requests = trial.requests(agent);
    await trial.give(agent);
    await trial.expectOnce(agent);
    expect(trial.requests(agent)).toBeGreaterThan(requests + 1);
    // Exactly one of these calls was answered.
    expect(trial.providerCalls(agent)).toBe(ATTEMPTS + 1);
  });
});

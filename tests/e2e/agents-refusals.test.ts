// @module-tag rest
// @module-tag long

import type { Agent } from "@contracts/agent.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { triedIn } from "../support/e2e/agent-matrix.ts";
import { startTrial, type Trial } from "../support/e2e/agent-trial.ts";
import { discard, openQueue } from "../support/e2e/queue-dialog.ts";

import { untilToast } from "../support/e2e/toasts.ts";
import { syncStatus } from "../support/e2e/voice-pages.ts";

let trial: Trial;

beforeAll(async () => {
  // Allows one answer of each agent per day; a day is longer than any test.
  trial = await startTrial({ env: { AI_PACE_PER_DAY: "1" } });
});
afterAll(() => trial.stack.stop());
beforeEach(() => trial.reset());

const tried = (fault: string) => triedIn("agents-refusals", fault);

/**
 * Checks that nothing was answered, and that the item is kept, shows the reason, and can be
 * discarded.
 */
async function expectKept(agent: Agent, words: string): Promise<void> {
  const { page } = trial;
  await syncStatus(page, "1 waiting to send").waitFor();
  const { said, history } = await trial.traces(agent);
  expect(history).toEqual([]);
  const answers = said.filter(({ role }) => role === "assistant").map(({ content }) => content);
  expect(answers.filter((text) => !String(text).startsWith("Setup Required:"))).toEqual([]);
  const queue = await openQueue(page);
  await queue.getByText(words).waitFor();
  await discard(page, queue);
  await syncStatus(page, "Everything sent").waitFor();
}

/**
 * Gives an agent an item after an administrator changed the person's profile, of which the device
 * does not know yet.
 */
async function giveChanged(agent: Agent, change: object, words: string): Promise<void> {
  const row = `profiles?id=eq.${await trial.stack.userId(trial.stack.technician)}`;
  const { body } = await rest<Record<string, unknown>[]>(
    trial.stack.backend,
    "service",
    "GET",
    row,
  );
  const patch = async (columns: object) => {
    const reply = await rest(trial.stack.backend, "service", "PATCH", row, columns);
    expect(reply.status).toBeLessThan(300);
  };
  await trial.give(agent, () => patch(change));
  await trial.page.getByRole("alert").filter({ hasText: words }).waitFor();
  if (agent === "voice") {
    await untilToast(trial.page, "alert", "Error", "Failed to process audio. Please try again.");
  }
  await patch(Object.fromEntries(Object.keys(change).map((column) => [column, body[0]?.[column]])));
  expect(trial.stack.provider.calls).toEqual([]);
  await expectKept(agent, words);
}

describe("refused: no company", () => {
  it.each(tried("refused: no company"))("%s says so, and keeps the question", async (agent) => {
    const words = "You need to be assigned to a company.";
    await giveChanged(agent, { company_id: null }, words);
    const { said, detailed } = await trial.traces(agent);
    expect(said.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(detailed).toMatchObject([{ status: "error" }]);
  });
});

describe("refused: no access", () => {
  it.each(tried("refused: no access"))("%s says so, and keeps the item", async (agent) => {
    const words = "You have no access to this agent.";
    await giveChanged(agent, { [`can_use_${agent}_agent`]: false }, words);
    expect((await trial.traces(agent)).detailed).toMatchObject([{ status: "error" }]);
  });
});

describe("refused: too fast", () => {
  it.each(tried("refused: too fast"))("%s asks to wait, and keeps the item", async (agent) => {
    await trial.give(agent);
    await trial.expectOnce(agent);
    const requests = trial.requests(agent);
    await trial.give(agent);
    await expect
      .poll(async () => (await trial.traces(agent)).detailed.map(({ status }) => status))
      .toEqual(["rate_limited"]);
    await expectKept(agent, "Too much was sent at once.");
    // The worker and the page were woken in the meantime, and did not ask the server again.
    expect(trial.requests(agent)).toBeLessThanOrEqual(requests + 2);
    expect(trial.providerCalls(agent)).toBe(1);
  });
});

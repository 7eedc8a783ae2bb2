// @module-tag rest

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { triedIn } from "../support/e2e/agent-matrix.ts";
import { AGENT_PAGES } from "../support/e2e/agent-pages.ts";
import { startTrial, type Trial } from "../support/e2e/agent-trial.ts";
import { deviceStorage } from "../support/e2e/device-storage.ts";

import { syncStatus } from "../support/e2e/voice-pages.ts";

let trial: Trial;

beforeAll(async () => {
  trial = await startTrial();
});
afterAll(() => trial.stack.stop());
beforeEach(() => trial.reset());

const tried = (fault: string) => triedIn("agents-network", fault);

describe("online", () => {
  it.each(tried("online"))("%s answers once", async (agent) => {
    await trial.give(agent);
    await trial.expectOnce(agent);
    expect(trial.providerCalls(agent)).toBe(1);
  });
});

describe("offline, then online", () => {
  it.each(tried("offline, then online"))("%s answers once", async (agent) => {
    const { network } = trial.stack;
    await trial.give(agent, network.cut);
    await syncStatus(trial.page, "1 waiting to send").waitFor();
    expect(await trial.traces(agent)).toEqual({ said: [], history: [], detailed: [] });
    network.restore();
    await trial.expectOnce(agent);
    expect(trial.providerCalls(agent)).toBe(1);
  });
});

describe("browser restarted in between", () => {
  it.each(tried("browser restarted in between"))("%s answers once", async (agent) => {
    const { network } = trial.stack;
    await trial.give(agent, network.cut);
    await syncStatus(trial.page, "1 waiting to send").waitFor();
    await trial.restartBrowser(agent);
    await syncStatus(trial.page, "1 waiting to send").waitFor();
    expect(await trial.traces(agent)).toEqual({ said: [], history: [], detailed: [] });
    network.restore();
    await trial.expectOnce(agent);
    expect(trial.providerCalls(agent)).toBe(1);
  });
});

describe("reply lost", () => {
  it.each(tried("reply lost"))("%s answers once", async (agent) => {
    const { network } = trial.stack;
    // Chromium itself repeats a request whose reply is lost. So replies are lost until the app has
    // given up one attempt and makes another.
    let losing = true;
    await trial.give(agent, () => {
      network.passage = (_, path) =>
        losing && path.startsWith(`/functions/v1/${AGENT_PAGES[agent].answers}`)
          ? "lose-reply"
          : "pass";
    });
    await expect.poll(whyItWaits).toBe("network");
    losing = false;
    await trial.expectOnce(agent);
    expect(trial.providerCalls(agent)).toBe(1);
  });
});

async function whyItWaits(): Promise<string | undefined> {
  const kept = await deviceStorage(trial.page, await trial.stack.userId(trial.stack.technician));
  return kept?.outbox[0]?.reason?.code;
}

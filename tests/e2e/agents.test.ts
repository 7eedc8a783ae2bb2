// @module-tag rest
// @module-tag long

import type { Agent } from "@contracts/agent.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { AGENT_PAGES } from "../support/e2e/agent-pages.ts";
import { startTrial, type Trial } from "../support/e2e/agent-trial.ts";
import { messages } from "../support/e2e/chat-pages.ts";
import { deviceStorage } from "../support/e2e/device-storage.ts";
import { discard, openQueue, sendNow } from "../support/e2e/queue-dialog.ts";
import { untilToast } from "../support/e2e/toasts.ts";
import { signInAs, syncStatus } from "../support/e2e/voice-pages.ts";

/** Calls of the provider that one request of the app makes before it gives up. */
const ATTEMPTS = 3;

let trial: Trial;

/** Changes columns of the technician's profile, as an administrator does. */
async function changeProfile(columns: object): Promise<void> {
  const { backend, technician } = trial.stack;
  const path = `profiles?email=eq.${technician}`;
  expect((await rest(backend, "service", "PATCH", path, columns)).status).toBeLessThan(300);
}

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

describe("with a network and a provider that fail", () => {
  beforeAll(async () => {
    trial = await startTrial();
  });
  afterAll(() => trial.stack.stop());
  beforeEach(() => trial.reset());

  it.each(["label", "ask"] as const)("%s answers once online", async (agent) => {
    await trial.give(agent);
    await trial.expectOnce(agent);
    expect(trial.providerCalls(agent)).toBe(1);
  });

  it.each([
    ["label", "the network is back"],
    ["snap", "the network is back"],
    ["ask", "the browser was restarted"],
  ] as const)("%s answers what was given offline once, when %s", async (agent, since) => {
    const { network } = trial.stack;
    await trial.give(agent, network.cut);
    await syncStatus(trial.page, "1 waiting to send").waitFor();
    if (since === "the browser was restarted") {
      await trial.restartBrowser(agent);
      await syncStatus(trial.page, "1 waiting to send").waitFor();
    }
    expect(await trial.traces(agent)).toEqual({ said: [], history: [], detailed: [] });
    network.restore();
    await trial.expectOnce(agent);
    expect(trial.providerCalls(agent)).toBe(1);
  });

  it("Label answers once when the reply is lost", async () => {
    const { network, technician } = trial.stack;
    // Chromium itself repeats a request whose reply is lost. So replies are lost until the app has
    // given up one attempt and makes another.
    let losing = true;
    await trial.give("label", () => {
      network.passage = (_, path) =>
        losing && path.startsWith(`/functions/v1/${AGENT_PAGES.label.answers}`)
          ? "lose-reply"
          : "pass";
    });
    const person = await trial.stack.userId(technician);
    await expect
      .poll(async () => (await deviceStorage(trial.page, person))?.outbox[0]?.reason?.code)
      .toBe("network");
    losing = false;
    await trial.expectOnce("label");
    expect(trial.providerCalls("label")).toBe(1);
  });

  it.each(["ask", "voice"] as const)(
    "%s answers once after a provider failed for a while",
    async (agent) => {
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
    },
  );

  it.each([
    ["label", "no company", "You need to be assigned to a company."],
    ["ask", "no company", "You need to be assigned to a company."],
    ["label", "no access", "You have no access to this agent."],
    ["snap", "no access", "You have no access to this agent."],
    ["voice", "no access", "You have no access to this agent."],
  ] as const)(
    "%s refuses a person with %s in words, and keeps the item",
    async (agent, what, words) => {
      const [refused, allowed] =
        what === "no company"
          ? [{ company_id: null }, { company_id: trial.stack.company.id }]
          : [{ [`can_use_${agent}_agent`]: false }, { [`can_use_${agent}_agent`]: true }];
      // The device does not know yet what an administrator has changed.
      await trial.give(agent, () => changeProfile(refused));
      await trial.page.getByRole("alert").filter({ hasText: words }).waitFor();
      if (agent === "voice") {
        await untilToast(
          trial.page,
          "alert",
          "Error",
          "Failed to process audio. Please try again.",
        );
      }
      await changeProfile(allowed);
      expect(trial.stack.provider.calls).toEqual([]);
      await expectKept(agent, words);
      const { said, detailed } = await trial.traces(agent);
      if (what === "no company") {
        expect(said.map(({ role }) => role)).toEqual(["user", "assistant"]);
      }
      expect(detailed).toMatchObject([{ status: "error" }]);
    },
  );

  it.each(["ask", "snap"] as const)(
    "%s tells a person suspended in the meantime, and sends their item once they are active again",
    async (agent) => {
      const { page, stack } = trial;
      await trial.give(agent, () => changeProfile({ status: "suspended" }));
      await page.waitForURL("**/auth");
      await page.getByRole("alert").filter({ hasText: "Your account is suspended." }).waitFor();
      const { said, history } = await trial.traces(agent);
      expect([said, history, trial.providerCalls(agent)]).toEqual([[], [], 0]);

      await changeProfile({ status: "active" });
      await signInAs(page, stack.network.url, stack.technician);
      await page.goto(`${stack.network.url}/${agent}-agent`);
      await trial.expectOnce(agent);
    },
  );
});

describe("with a backend that allows one answer of each agent per day, first without a provider", () => {
  beforeAll(async () => {
    trial = await startTrial({ withProvider: false, env: { AI_PACE_PER_DAY: "1" } });
  });
  afterAll(() => trial.stack.stop());
  beforeEach(() => trial.reset());

  it("Label quotes the manuals without a provider", async () => {
    await trial.give("label");
    await trial.expectOnce("label");
    const answer = messages(trial.page).last();
    await answer.getByText("condensate float switch is open").first().waitFor();
    const { detailed } = await trial.traces("label");
    expect(detailed).toMatchObject([{ ai_model: null, total_tokens: null }]);
    expect(trial.providerCalls("label")).toBe(0);
  });

  it("Snap keeps a photo until there is a provider", async () => {
    await trial.give("snap");
    await trial.page
      .getByText(/^Saved on this device. Waiting for image analysis to be set up/)
      .waitFor();
    const { history, detailed } = await trial.traces("snap");
    expect(history).toEqual([]);
    expect(detailed).toMatchObject([{ status: "failed" }]);
    await trial.stack.restart({ withProvider: true });
    await sendNow(trial.page);
    await trial.expectOnce("snap");
    expect(trial.providerCalls("snap")).toBe(1);
  });

  it.each(["ask", "voice"] as const)(
    "%s asks to wait after too many items, and keeps the item",
    async (agent) => {
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
    },
  );
});

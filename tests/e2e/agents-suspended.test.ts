// @module-tag rest

import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { triedIn } from "../support/e2e/agent-matrix.ts";
import { startTrial, type Trial } from "../support/e2e/agent-trial.ts";

import { signInAs } from "../support/e2e/voice-pages.ts";

let trial: Trial;

beforeAll(async () => {
  trial = await startTrial();
});
afterAll(() => trial.stack.stop());

async function setStatus(status: "suspended" | "active"): Promise<void> {
  const person = await trial.stack.userId(trial.stack.technician);
  const path = `profiles?id=eq.${person}`;
  const reply = await rest(trial.stack.backend, "service", "PATCH", path, { status });
  expect(reply.status).toBeLessThan(300);
}

it.each(triedIn("agents-suspended", "refused: suspended"))(
  "%s tells a person suspended in the meantime, and sends their item once they are active again",
  async (agent) => {
    const { page, stack } = trial;
    await trial.give(agent, () => setStatus("suspended"));
    await page.waitForURL("**/auth");
    await page.getByRole("alert").filter({ hasText: "Your account is suspended." }).waitFor();
    const { said, history } = await trial.traces(agent);
    expect([said, history, trial.providerCalls(agent)]).toEqual([[], [], 0]);

    await setStatus("active");
    await signInAs(page, stack.network.url, trial.stack.technician);
    await page.goto(`${stack.network.url}/${agent}-agent`);
    await trial.expectOnce(agent);
    trial.reset();
  },
);

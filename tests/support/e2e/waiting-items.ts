import type { Agent } from "@contracts/agent.ts";
import type { Page } from "playwright";
import { expect } from "vitest";
import { AGENT_PAGES } from "./agent-pages.ts";
import { deviceStorage } from "./device-storage.ts";
import type { Stack } from "./stack.ts";
import { syncStatus } from "./voice-pages.ts";

/**
 * Gives an item to each agent, one after the other, on a device that reaches no backend and has no
 * waiting items yet.
 * @returns the ids of the items that wait now
 */
export async function leaveWaiting(
  page: Page,
  origin: string,
  personId: string,
  agents: readonly Agent[],
): Promise<string[]> {
  for (const [before, agent] of agents.entries()) {
    await page.goto(`${origin}/${agent}-agent`);
    await AGENT_PAGES[agent].prepare(page);
    await AGENT_PAGES[agent].send(page);
    await syncStatus(page, `${before + 1} waiting to send`).waitFor();
  }
  return waitingIds(page, personId);
}

/** The ids of the items that wait on the device, oldest first. */
export async function waitingIds(page: Page, personId: string): Promise<string[]> {
  const kept = await deviceStorage(page, personId);
  return (kept?.outbox ?? []).map(({ id }) => id).sort();
}

/**
 * Waits until the server has each of these items exactly once: one history row and one successful
 * detailed row for each, and in the conversations one answer for each question.
 */
export async function expectEachOnce(stack: Stack, ids: readonly string[]): Promise<void> {
  const wanted = new Set(ids);
  const arrived = async () =>
    (await stack.rows("agent_logs")).map(({ id }) => String(id)).filter((id) => wanted.has(id));
  await expect.poll(async () => (await arrived()).sort()).toEqual([...ids].sort());
  const answered = await stack.rows("detailed_agent_logs", "status=eq.success");
  const keys = answered.map((row) => String(row.request_key)).filter((key) => wanted.has(key));
  expect(keys.sort()).toEqual([...ids].sort());
  for (const agent of ["label", "ask"]) {
    const said = await stack.rows(`${agent}_agent_conversations`);
    const questions = said.filter(({ role }) => role === "user");
    expect(said).toHaveLength(2 * questions.length);
  }
}

import { EventEmitter, once } from "node:events";
import type { Page } from "playwright";
import { expect } from "vitest";
import type { ChromiumProcess } from "./chromium.ts";
import { type Given, give, givenOf } from "./kill-given.ts";
import { untilDraining, untilMoment } from "./kill-moments.ts";
import type { Story } from "./kill-plan.ts";
import type { KillProvider } from "./kill-provider.ts";
import type { Stack } from "./stack.ts";
import { syncStatus } from "./voice-pages.ts";
import { waitingIds } from "./waiting-items.ts";

/** How long a queue may take to be sent once everything works again, milliseconds. */
const DRAINED_MS = 120_000;

/** One device, through all kills of its browser. */
export interface Device {
  stack: Stack;
  provider: KillProvider;
  browser: ChromiumProcess;
  page: Page;
}

/** The outcome of a story. */
export interface Told {
  given: Given[];
  /** The number of items that were begun and had not arrived at the first kill. */
  underWay: number;
  /** The number of unfinished recordings that the page showed and that were sent. */
  kept: number;
  /** Whether something still waited long after everything worked again. */
  stuck: boolean;
}

/**
 * Plays a story to its end: items are given, the browser is killed, and then everything works
 * again.
 */
export async function tell(device: Device, story: Story): Promise<Told> {
  const { stack, provider } = device;
  const { network } = stack;
  const given = givenOf(story);
  provider.turn(story.number, story.replies === "held" ? "held" : "at once");
  if (story.moment === "offline") network.cut();
  const before = await arrivedOn(stack);
  await giveUntilKilled(device, story, given);
  const begun = given.filter(({ begunAt }) => begunAt !== null).length;
  const underWay = begun - ((await arrivedOn(stack)) - before);
  if (story.again !== null) {
    provider.turn(story.number, story.again.replies === "held" ? "held" : "at once");
    // Watched from the start: the worker may be faster than any page.
    const draining = untilDraining(network, story.again);
    network.restore();
    await start(device);
    const opening = device.page.goto(`${network.url}/history`).catch(() => undefined);
    await draining;
    await device.browser.kill();
    await opening;
  }

  provider.turn(story.number, "at once");
  network.passage = () => "pass";
  network.restore();
  await start(device);
  await device.page.goto(`${network.url}/voice-agent`);
  const kept = await keepDrafts(device.page);
  const stuck = await untilSent(device).then(
    () => false,
    () => true,
  );
  return { given, underWay, kept, stuck };
}

/** Checks the queue first: sending takes longer than the status may take to show it. */
async function untilSent({ stack, page }: Device): Promise<void> {
  const personId = await stack.userId(stack.technician);
  await expect.poll(() => waitingIds(page, personId), { timeout: DRAINED_MS }).toEqual([]);
  await syncStatus(page, "Everything sent").waitFor();
}

async function arrivedOn(stack: Stack): Promise<number> {
  return (await stack.rows("agent_logs", "select=id")).length;
}

async function start(device: Device): Promise<void> {
  device.browser = await device.stack.browser();
  device.page = await device.browser.newPage();
}

async function giveUntilKilled(device: Device, story: Story, given: Given[]): Promise<void> {
  const { stack, browser, page } = device;
  const taps = new EventEmitter();
  const recording = once(taps, "recording");
  const handingIn = once(taps, "handing in");
  async function giveAll(): Promise<void> {
    for (const [index, item] of given.entries()) {
      const last = index === given.length - 1;
      await give(page, stack.network.url, story.number, item, {
        recording: () => void (last && taps.emit("recording")),
        handingIn: () => void (last && taps.emit("handing in")),
      });
    }
  }

  const done = giveAll();
  const moment = untilMoment(story.moment, story, stack.network, page, {
    recording,
    handingIn,
    done,
  });
  // A failure while the browser lives is thrown here.
  await Promise.race([moment, done.then(() => moment)]);
  await browser.kill();
  // Nothing happens on a dead page, but a step that was under way may end only with its timeout. A
  // provider that is held for so long would be called again.
  void Promise.allSettled([done, moment]);
}

/** Sends every unfinished recording that the header counts, from its dialog. @returns how many */
async function keepDrafts(page: Page): Promise<number> {
  // The label appears only once the app knows what is unfinished.
  const status = syncStatus(page, /Everything sent|waiting to send|unfinished recording/);
  const words = await status.getAttribute("aria-label").catch(async (error) => {
    throw new Error(`${error}\n${page.url()} shows: ${await page.locator("body").innerText()}`);
  });
  const drafts = Number(/(\d+) unfinished/.exec(words ?? "")?.[1] ?? 0);
  if (drafts === 0) return 0;
  await status.click();
  const dialog = page.getByRole("dialog", { name: "Waiting to send" });
  const send = dialog.getByRole("button", { name: "Send", exact: true });
  for (let left = drafts; left > 0; left -= 1) {
    await send.first().click();
    await send.nth(left - 1).waitFor({ state: "detached" });
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  return drafts;
}

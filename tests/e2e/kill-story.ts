import { setTimeout as after } from "node:timers/promises";
import type { Page } from "playwright";
import { expect } from "vitest";
import type { AiProvider } from "../support/ai-provider/ai-provider.ts";
import type { CuttableNetwork } from "../support/cuttable-network.ts";
import { deferred } from "../support/deferred.ts";
import { ask, messages, questionBox, sendButton } from "../support/e2e/chat-pages.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import type { ProviderAccount } from "../support/e2e/kill-oracle.ts";
import type { Item, Kill, Moment, Story } from "../support/e2e/kill-plan.ts";
import type { Stack } from "../support/e2e/stack.ts";
import { syncStatus, untilTimer } from "../support/e2e/voice-pages.ts";
import { waitingIds } from "../support/e2e/waiting-items.ts";

/** How long a queue may take to be sent once everything works again, ms. */
const DRAINED_MS = 120_000;
/** How long to wait for a request that does not come, because everything was sent already, ms. */
const MISSED_MS = 2000;
/** The most recordings that are transcribed in one turn of the provider. */
const HEARD_AT_MOST = 20;

/** One device, through all kills of its browser. */
export interface Device {
  stack: Stack;
  provider: ReturnType<typeof watchProvider>;
  browser: ChromiumProcess;
  page: Page;
}

/** What came of a story. */
interface Told {
  /** The number of items that were begun and had not arrived at the first kill. */
  underWay: number;
  /** The number of unfinished recordings that the page showed and that were sent. */
  kept: number;
  /** Whether something still waited long after everything worked again. */
  stuck: boolean;
}

/** The items are given, the browser is killed, and then everything works again. */
export async function tell(device: Device, { number, items, kills }: Story): Promise<Told> {
  const { stack, provider } = device;
  const { network } = stack;
  const [first, again] = kills;
  provider.turn(number, first.replies === "held");
  if (first.moment === "offline") network.cut();
  const before = await arrivedOn(stack);
  await giveUntilKilled(device, number, items, first);
  const begun = items.filter(({ begunAt }) => begunAt !== null).length;
  const underWay = begun - ((await arrivedOn(stack)) - before);
  if (again !== undefined) {
    provider.turn(number, again.replies === "held");
    // Watched from the start: the worker may be faster than any page.
    const draining = untilSending(again, network, Promise.resolve());
    network.restore();
    await start(device);
    const opening = device.page.goto(`${network.url}/history`).catch(() => undefined);
    await draining;
    await device.browser.kill();
    await opening;
  }

  provider.turn(number, false);
  network.passage = () => "pass";
  network.restore();
  await start(device);
  await device.page.goto(`${network.url}/voice-agent`);
  const kept = await keepDrafts(device.page);
  const stuck = await untilSent(device).then(
    () => false,
    () => true,
  );
  return { underWay, kept, stuck };
}

const arrivedOn = async (stack: Stack) => (await stack.rows("agent_logs", "select=id")).length;

async function start(device: Device): Promise<void> {
  device.browser = await device.stack.browser();
  device.page = await device.browser.newPage();
}

async function giveUntilKilled(
  { stack, browser, page }: Device,
  story: number,
  items: readonly Item[],
  kill: Kill,
): Promise<void> {
  const last: Taps = { recording: deferred(), handingIn: deferred() };
  async function giveAll(): Promise<void> {
    for (const item of items) {
      await give(page, stack.network.url, story, item, item === items.at(-1) ? last : null);
    }
  }
  async function untilMoment(done: Promise<void>): Promise<void> {
    if (kill.moment in SENT) return untilSending(kill, stack.network, done);
    if (kill.moment === "capturing") await last.recording.promise;
    else if (kill.moment === "saving") await last.handingIn.promise;
    else await done;
    if (kill.moment === "arrived") await syncStatus(page, "Everything sent").waitFor();
    await after(kill.delayMs);
  }
  const done = giveAll();
  const moment = untilMoment(done);
  // A failure while the browser lives is thrown here. Afterwards a step that was under way on the
  // dead page may end only with its timeout, for which a held provider must not wait.
  await Promise.race([moment, done.then(() => moment)]);
  await browser.kill();
}

const SENT: Partial<Record<Moment, RegExp>> = {
  sending: /^\/functions\/v1\//,
  replied: /^\/rest\/v1\/(agent_logs|label_agent_conversations|ask_agent_conversations)\b/,
  draining: /^\/(functions|rest)\/v1\//,
};

/** Waits for the planned POST; the replies to all such POSTs are treated as planned. */
async function untilSending(
  { moment, replies, request, delayMs }: Kill,
  network: CuttableNetwork,
  done: Promise<void>,
): Promise<void> {
  const passing = deferred();
  let seen = 0;
  network.passage = (method, path) => {
    if (method !== "POST" || SENT[moment]?.test(path) !== true) return "pass";
    seen += 1;
    if (seen === request) passing.resolve();
    return replies === "held" ? "pass" : replies;
  };
  await Promise.race([passing.promise, done.then(() => after(MISSED_MS))]);
  await after(delayMs);
}

/** Resolved while an item is recorded, and right before its last tap. */
interface Taps {
  recording: ReturnType<typeof deferred>;
  handingIn: ReturnType<typeof deferred>;
}

/** Gives an item on its page, and notes what the page says; stops wherever the page dies. */
async function give(page: Page, origin: string, story: number, item: Item, taps: Taps | null) {
  const { agent, mark } = item;
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  // Without this the last photo would be shown again.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${origin}/${agent}-agent`);
  item.begunAt = Date.now();
  if (mark === null) {
    await press(agent === "voice" ? "Start recording" : "Voice input");
    taps?.recording.resolve();
    await untilTimer(page, item.seconds);
    taps?.handingIn.resolve();
    item.isStopped = true;
    await press(agent === "voice" ? "Stop recording" : "Stop");
  } else if (agent === "snap") {
    await press("Take Photo");
    await press("Capture");
    await page.getByLabel("Note (optional)").fill(mark);
    taps?.handingIn.resolve();
    await press("Analyze Image");
  } else {
    await questionBox(page).fill(mark);
    // Waits until the button is enabled: then the previous question is known to wait.
    await sendButton(page).click({ trial: true });
    taps?.handingIn.resolve();
    await ask(page, mark);
  }
  await promiseOf(page, story, item).waitFor();
  item.isPromised = true;
}

function promiseOf(page: Page, story: number, { agent, mark }: Item) {
  const said = (text: string) => messages(page).filter({ hasText: text });
  if (agent === "label" || agent === "ask") {
    if (mark !== null) return said(mark).first();
    return said("Spoken question, ")
      .or(said(heardIn(story)))
      .first();
  }
  const result = agent === "voice" ? "Full Transcription" : "the run capacitor is bulging";
  return page
    .getByText(/^Saved on this device/)
    .or(page.getByText(result))
    .first();
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

/** Checks the queue first: sending takes longer than the status may take to show it. */
async function untilSent({ stack, page }: Device): Promise<void> {
  const personId = await stack.userId(stack.technician);
  await expect.poll(() => waitingIds(page, personId), { timeout: DRAINED_MS }).toEqual([]);
  await syncStatus(page, "Everything sent").waitFor();
}

/** Words that the provider hears in every recording of a story. */
const heardIn = (story: number) => `(heard ${story}.`;

/** The AI provider: it hears different words in every recording, and its calls are recorded. */
export function watchProvider(provider: AiProvider) {
  const heard = new Map<string, Uint8Array>();
  const asked: string[] = [];
  let words: string[] = [];
  let count = 0;

  /** Ends the turn. @returns every call so far */
  function account(): ProviderAccount {
    // The words were handed out in the order of the calls.
    for (const [index, { file }] of provider.callsTo("transcription").entries()) {
      heard.set(words[index] ?? `Heard without words to hear: ${index}`, file.bytes);
    }
    for (const { messages } of provider.callsTo("chat")) asked.push(messages.at(-1)?.content ?? "");
    words = [];
    provider.reset();
    return { heard, asked };
  }

  return {
    /** From now on calls are answered at once, or held until the next turn. */
    turn(story: number, isHeld: boolean) {
      account();
      words = Array.from({ length: HEARD_AT_MOST }, () => {
        count += 1;
        return `What does fault code K17 mean on the Kestrel 900? ${heardIn(story)}${count})`;
      });
      for (const text of words) {
        provider.respondWith({ to: "transcription", do: isHeld ? "hold" : "answer", text });
        if (isHeld) provider.respondWith({ to: "chat", do: "hold" });
      }
    },
    account,
  };
}

import type { Page } from "playwright";
import { ask, messages, questionBox, sendButton } from "./chat-pages.ts";
import type { ItemPlan } from "./kill-plan.ts";
import { untilTimer } from "./voice-pages.ts";

/**
 * An item that a person began to give, and what the page said about it before the browser was
 * killed.
 */
export interface Given {
  plan: ItemPlan;
  /** A text that identifies it: the question, or the photo's note. Recordings have none. */
  mark: string | null;
  /** When it was begun, epoch ms; null until then. */
  begunAt: number | null;
  /**
   * Seconds on the timer when it was stopped; 0 for an item that is not recorded or was not
   * stopped.
   */
  seconds: number;
  /** Whether the page said that it is saved. */
  promised: boolean;
}

/** Callbacks for the steps of giving an item. */
export interface GivingSteps {
  recording(): void;
  /** Called right before the last tap. */
  handingIn(): void;
}

/** Words that the provider hears in every recording of a story. */
export const heardIn = (story: number) => `(heard ${story}.`;

/** The items of a story, before any of them is begun. */
export function givenOf(story: { number: number; items: readonly ItemPlan[] }): Given[] {
  return story.items.map((plan, index) => ({
    plan,
    mark: isRecorded(plan) ? null : wordsOf(plan, `${story.number}.${index + 1}`),
    begunAt: null,
    seconds: 0,
    promised: false,
  }));
}

export function isRecorded({ agent, spoken }: ItemPlan): boolean {
  return agent === "voice" || (spoken && agent !== "snap");
}

function wordsOf({ agent }: ItemPlan, number: string): string {
  return agent === "snap"
    ? `The outdoor unit hums (call ${number})`
    : `What does fault code K17 mean on the Kestrel 900? (call ${number})`;
}

const SAVED = /^Saved on this device/;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Gives an item on its page, and records what the page says; stops wherever the page dies. */
export async function give(
  page: Page,
  origin: string,
  story: number,
  given: Given,
  steps: GivingSteps,
): Promise<void> {
  const { agent } = given.plan;
  // Without this the last photo would be shown again.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${origin}/${agent}-agent`);
  if (agent === "snap") await takePhoto(page, given, steps);
  else if (agent === "voice") await record(page, "Start recording", "Stop recording", given, steps);
  else if (given.mark === null) await record(page, "Voice input", "Stop", given, steps);
  else await askTyped(page, given, steps);
  await promiseOf(page, story, given).waitFor();
  given.promised = true;
}

/** The element that the page shows once the item is saved or has already arrived. */
function promiseOf(page: Page, story: number, { plan, mark }: Given) {
  if (plan.agent === "voice") {
    return page.getByText(SAVED).or(page.getByText("Full Transcription")).first();
  }
  if (plan.agent === "snap") {
    return page.getByText(SAVED).or(page.getByText("the run capacitor is bulging")).first();
  }
  if (mark !== null) return messages(page).filter({ hasText: mark }).first();
  return messages(page)
    .filter({ hasText: "Spoken question, " })
    .or(messages(page).filter({ hasText: heardIn(story) }))
    .first();
}

async function record(
  page: Page,
  start: string,
  stop: string,
  given: Given,
  steps: GivingSteps,
): Promise<void> {
  given.begunAt = Date.now();
  await button(page, start).click();
  steps.recording();
  await untilTimer(page, given.plan.seconds);
  steps.handingIn();
  given.seconds = given.plan.seconds;
  await button(page, stop).click();
}

async function takePhoto(page: Page, given: Given, steps: GivingSteps): Promise<void> {
  given.begunAt = Date.now();
  await button(page, "Take Photo").click();
  await button(page, "Capture").click();
  await page.getByLabel("Note (optional)").fill(given.mark ?? "");
  steps.handingIn();
  await button(page, "Analyze Image").click();
}

async function askTyped(page: Page, given: Given, steps: GivingSteps): Promise<void> {
  given.begunAt = Date.now();
  await questionBox(page).fill(given.mark ?? "");
  // Waits until the button is enabled: then the previous question is known to wait.
  await sendButton(page).click({ trial: true });
  steps.handingIn();
  await ask(page, given.mark ?? "");
}

// @module-tag rest

import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { questionIn } from "../support/ai-provider/passages.ts";
import {
  addKestrelManual,
  ask,
  devicePassages,
  messages,
  questionBox,
  untilManualOnDevice,
} from "../support/e2e/chat-pages.ts";
import { isFocused, signedIn, stackForTests } from "../support/e2e/pages.ts";
import { PHONE } from "../support/e2e/screens.ts";

const ANALYZING = "AI is analyzing knowledge base...";
const QUESTION = "What does fault code K17 on the Kestrel 900 mean?";
const ANSWER = "The condensate float switch is open [1].";
const SMALL_PHONE = { width: 360, height: 640 };

const stack = stackForTests();
let page: Page;

beforeAll(async () => {
  await addKestrelManual(stack);
  page = await signedIn(stack, stack.technician, { size: PHONE, isInstalled: true });
});

async function open(): Promise<void> {
  await page.goto(`${stack.network.url}/label-agent`);
  await page.getByRole("list", { name: "Example questions" }).waitFor();
}

const hold = () => stack.provider.respondWith({ to: "chat", do: "hold", text: ANSWER });
const chats = () => stack.provider.callsTo("chat");
const topOf = async (place: ReturnType<Page["locator"]>) => (await place.boundingBox())?.y ?? 0;
const shortcut = (name: string) =>
  page.getByRole("navigation", { name: "Shortcuts" }).getByRole("link", { name, exact: true });

/** Asks, and leaves the answer out until it is released. */
async function askAndHold(question: string): Promise<void> {
  const calls = chats().length;
  hold();
  await ask(page, question);
  await stack.provider.called(calls + 1, "chat");
}

it("shows what this device finds within 300 ms, and the answer above it when that is there", async () => {
  await open();
  await untilManualOnDevice(page, await stack.userId(stack.technician));
  const found = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let asked = Number.POSITIVE_INFINITY;
        document.addEventListener("keydown", () => (asked = performance.now()), { capture: true });
        new MutationObserver((_, observer) => {
          if (document.querySelector("[role=log] mark") === null) return;
          observer.disconnect();
          resolve(performance.now() - asked);
        }).observe(document.body, { subtree: true, childList: true });
      }),
  );
  await askAndHold(QUESTION);
  expect(await found).toBeLessThan(300);
  const passages = devicePassages(page);
  await passages.locator("mark", { hasText: "K17" }).first().waitFor();
  const asked = messages(page).first();
  const before = await topOf(asked);
  expect(await topOf(page.getByText(ANALYZING))).toBeLessThan(await topOf(passages));

  stack.provider.release();
  const answer = messages(page).nth(1);
  await answer.getByText(/float switch is open/).waitFor();
  await passages.locator("mark").first().waitFor({ state: "hidden" });
  await page.getByText(ANALYZING).waitFor({ state: "detached" });
  expect(await topOf(asked)).toBe(before);
  expect(await topOf(answer)).toBeLessThan(await topOf(passages));
  await passages.getByRole("heading").click();
  await passages.locator("mark", { hasText: "K17" }).first().waitFor();
});

it("leaves open and in place what the person reads when the answer arrives", async () => {
  await page.setViewportSize({ width: 360, height: 420 });
  await open();
  await askAndHold(QUESTION);
  const mark = devicePassages(page).locator("mark").last();
  await mark.waitFor();
  await page.mouse.move(180, 150);
  await page.mouse.wheel(0, 2000);
  const newest = page.getByRole("button", { name: "Jump to newest" });
  await newest.waitFor();
  const before = await topOf(mark);
  stack.provider.release();
  await messages(page).nth(1).waitFor();
  await page.getByText(ANALYZING).waitFor({ state: "detached" });
  expect(Math.abs((await topOf(mark)) - before)).toBeLessThan(2);
  await newest.click();
  await newest.waitFor({ state: "detached" });
  expect(await topOf(messages(page).nth(1))).toBeGreaterThan(0);
  await page.setViewportSize(PHONE);
});

it("carries what a question is about into the next ones, and asks one without it", async () => {
  await open();
  const without = page.getByRole("button", { name: "Ask without K17" });
  expect(await without.count()).toBe(0);
  await ask(page, QUESTION);
  await messages(page).nth(1).waitFor();
  await page.getByText("About K17", { exact: true }).waitFor();
  await questionBox(page).fill("And K18?");
  await without.waitFor({ state: "detached" });

  await askAndHold("How do I clear it?");
  await shortcut("History").click();
  await page.waitForURL("**/history?agent=label");
  await shortcut("Label").click();
  await page.getByText(ANALYZING).waitFor();
  await devicePassages(page).locator("mark", { hasText: "K17" }).first().waitFor();
  stack.provider.release();
  await expect.poll(() => messages(page).count()).toBe(4);
  const given = () => chats().at(-1)?.messages ?? [];
  expect(questionIn(given().at(-1)?.content ?? "")).toBe("About K17: How do I clear it?");

  // The chip is about the question before the last one, too.
  await without.click();
  await without.waitFor({ state: "detached" });
  await ask(page, "How long must I wait before I open the Kestrel cabinet?");
  await expect.poll(() => messages(page).count()).toBe(6);
  expect(given().map(({ role }) => role)).toEqual(["system", "user"]);
  expect(questionIn(given().at(-1)?.content ?? "")).toMatch(/^How long/);
  // Those of two questions are told apart by their names.
  await page.getByRole("group", { name: /not an AI answer: How long must I wait/ }).waitFor();
  await without.waitFor();
});

it("gives the screen of a small phone to the answer, and the focus back to a keyboard", async () => {
  await open();
  await ask(page, QUESTION);
  await messages(page).nth(1).waitFor();
  expect(await isFocused(questionBox(page))).toBe(true);

  await page.setViewportSize(SMALL_PHONE);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await open();
  await ask(page, QUESTION);
  const answer = messages(page)
    .nth(1)
    .getByText(/float switch is open/);
  await answer.waitFor();
  expect(await isFocused(questionBox(page))).toBe(false);
  const { y = 0, height = 0 } = (await answer.boundingBox()) ?? {};
  expect(y).toBeGreaterThan(await topOf(page.getByRole("button", { name: "Manuals" })));
  expect(y + height).toBeLessThan(await topOf(questionBox(page)));
});

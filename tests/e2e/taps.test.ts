// @module-tag night

import type { Locator, Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { addKestrelManual, messages, questionBox, sendButton } from "../support/e2e/chat-pages.ts";
import { isFocused, signedIn, stackForTests } from "../support/e2e/pages.ts";
import { DESKTOP, PHONE } from "../support/e2e/screens.ts";
import { untilTimer } from "../support/e2e/voice-pages.ts";

const SMALL_PHONE = { width: 360, height: 640 };

const stack = stackForTests({ withProvider: false, ownBackend: true });
/** Four notes a day for 25 days. */
const NOTE_EVERY_MS = 6 * 3_600_000;
let devices = 0;

const JOBS = ["A-200", "A-90"].map((number) => ({ id: crypto.randomUUID(), number }));

beforeAll(async () => {
  await addKestrelManual(stack);
  const company_id = stack.company.id;
  await stack.write(
    "POST",
    "jobs",
    JOBS.map((job) => ({ ...job, company_id })),
  );
  const user_id = await stack.userId(stack.technician);
  const notes = Array.from({ length: 100 }, (_, at) => ({
    ...{ id: crypto.randomUUID(), user_id, agent_type: "voice", input_type: "voice" },
    ...{ input_data: `${at === 60 ? "The capacitor of unit 7" : `Unit ${at}`} was checked.` },
    output_summary: "Checked.",
    ...{ created_at: new Date(Date.now() - at * NOTE_EVERY_MS).toISOString(), captured_at: null },
  }));
  await stack.write("POST", "agent_logs", notes);
});

/** The device of a person on a later day: signed in before, and opened by its icon. */
async function openAgain(
  email: string,
  size: typeof PHONE,
): Promise<{ page: Page; effort: Effort }> {
  devices += 1;
  const before = await signedIn(stack, email, { device: `device ${devices}`, isInstalled: true });
  const browser = stack.browserOf(before);
  await before.close();
  const page = await browser.newPage();
  await page.setViewportSize(size);
  const effort = await countEffort(page);
  await page.goto(stack.network.url);
  return { page, effort };
}

it("saves a note with three taps after the app is opened", async () => {
  const { page, effort } = await openAgain(stack.technician, PHONE);
  const bar = page.getByRole("navigation", { name: "Shortcuts" });
  await bar.getByRole("link", { name: "Voice" }).click();
  await page.getByRole("button", { name: "Start recording" }).click();
  await untilTimer(page, 1);
  await page.getByRole("button", { name: "Stop recording" }).click();
  await page.getByText("Saved on this device.").waitFor();
  expect(effort).toEqual({ taps: 3, fields: 0 });
});

it("saves a note in the last job with three taps, and in another recent one with four", async () => {
  const { page, effort } = await openAgain(stack.technician, PHONE);
  const chip = page.getByRole("button", { name: /^Job: / });
  const choice = (name: string) => page.getByRole("dialog").getByRole("button", { name });
  const stop = page.getByRole("button", { name: "Stop recording" });
  await page.goto(`${stack.network.url}/voice-agent`);
  for (const number of ["A-90", "A-200"]) {
    await chip.click();
    await choice(number).click();
    await page.getByRole("button", { name: `Job: ${number}` }).waitFor();
  }

  await page.goto(`${stack.network.url}/dashboard`);
  effort.taps = 0;
  await page.getByRole("link", { name: "Voice", exact: true }).click();
  await page.getByRole("button", { name: "Start recording" }).click();
  await untilTimer(page, 1);
  await stop.click();
  await page.getByText("Saved on this device.").waitFor();
  expect(effort.taps).toBe(3);

  await page.goto(`${stack.network.url}/dashboard`);
  effort.taps = 0;
  await page.getByRole("link", { name: "Record", exact: true }).click();
  await untilTimer(page, 1);
  await chip.click();
  // It is among the first without a search.
  await choice("A-90").click();
  await stop.click();
  await page.getByText("Saved on this device.").waitFor();
  expect(effort).toEqual({ taps: 4, fields: 0 });
  await page.goto(`${stack.network.url}/history`);
  const waiting = page.getByRole("list", { name: "Not sent yet" }).getByRole("listitem");
  const jobs = () => waiting.getByRole("link").allTextContents();
  await expect.poll(jobs).toEqual(["A-90", "A-200"]);
});

it("puts an entry into a job later with three taps", async () => {
  const { page, effort } = await openAgain(stack.technician, PHONE);
  await page.getByRole("region", { name: "Last entries" }).getByRole("link").first().click();
  const entry = page.getByRole("article").first();
  await entry.getByRole("button", { name: /^Job, / }).click();
  await page.getByRole("dialog").getByRole("button", { name: "A-90" }).click();
  await page.getByText("Now in A-90.").waitFor();
  await entry.getByRole("link", { name: "A-90" }).waitFor();
  expect(effort).toEqual({ taps: 3, fields: 0 });
});

it("finds the notes of last Tuesday with a tap and a word", async () => {
  const { page, effort } = await openAgain(stack.technician, PHONE);
  await page.getByRole("searchbox", { name: "Search history and manuals" }).fill("tuesday");
  await page.getByText("4 entries", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Search the whole history" }).click();
  const days = page.getByRole("list", { name: "History" }).getByRole("heading", { level: 2 });
  await days.waitFor();
  expect(await days.textContent()).toMatch(/^(Tuesday, .*|Yesterday)$/);
  expect(effort).toEqual({ taps: 1, fields: 1 });
});

it("finds a note among many with two taps and a word", async () => {
  const { page, effort } = await openAgain(stack.technician, PHONE);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "History" }).click();
  await page.getByRole("searchbox", { name: "Search your history" }).fill("capacitor");
  const list = page.getByRole("list", { name: "History" });
  await expect.poll(() => list.getByRole("article").count()).toBe(1);
  expect(effort).toEqual({ taps: 2, fields: 1 });
});

it("reads an answer with two taps and a field, without closing the keyboard or scrolling", async () => {
  const { page, effort } = await openAgain(stack.technician, SMALL_PHONE);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const bar = page.getByRole("navigation", { name: "Shortcuts" });
  await bar.getByRole("link", { name: "Label" }).click();
  const box = questionBox(page);
  await box.fill("What does fault code K17 mean on the Kestrel 900?");
  await sendButton(page).click();
  const answer = messages(page)
    .nth(1)
    .getByText(/condensate float switch/);
  await answer.waitFor();
  expect(await isFocused(box)).toBe(false);
  const [above, text, below] = await Promise.all(
    [page.getByRole("banner"), answer, box].map((place) => place.boundingBox()),
  );
  expect(text?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  expect(effort).toEqual({ taps: 2, fields: 1 });
});

it("finds what a person asked last week with a tap and two fields", async () => {
  const { page, effort } = await openAgain(stack.administrator, DESKTOP);
  await page.getByRole("tab", { name: "Activity Logs", exact: true }).click();
  await page.getByLabel("Person", { exact: true }).selectOption("Taylor Brooks");
  await page.getByLabel("Days", { exact: true }).selectOption("Last week");
  await page.getByText(/^2\d entries$/).waitFor();
  expect(effort).toEqual({ taps: 1, fields: 2 });
});

it("adds a person who may use Snap and Voice with three taps and three fields", async () => {
  const { page, effort } = await openAgain(stack.administrator, DESKTOP);
  const dialog = await fillPerson(page, "Sam Reed", ["Snap Agent", "Voice Agent"]);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  expect(effort).toEqual({ taps: 3, fields: 3 });
});

it("adds a person who may use Label with four taps and three fields", async () => {
  const { page, effort } = await openAgain(stack.administrator, DESKTOP);
  const dialog = await fillPerson(page, "Robin Hall", ["Label Agent"]);
  await dialog.getByRole("button", { name: "Create User" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(
    await stack.rows("profiles", "select=can_use_label_agent&email=eq.robin@demo.example"),
  ).toEqual([{ can_use_label_agent: true }]);
  expect(effort).toEqual({ taps: 4, fields: 3 });
});

/** Fills in the dialog that adds a person who may use these agents. */
async function fillPerson(page: Page, name: string, agents: readonly string[]): Promise<Locator> {
  await page.getByRole("button", { name: "Add User" }).click();
  const dialog = page.getByRole("dialog", { name: "Add User" });
  await dialog.getByLabel("Full Name").fill(name);
  await dialog.getByLabel("Email").fill(`${name.split(" ")[0]}@demo.example`.toLowerCase());
  await dialog.getByLabel("Password", { exact: true }).fill("heat-pumps-hum");
  for (const agent of agents) {
    const box = dialog.getByLabel(agent);
    if (!(await box.isVisible())) await dialog.getByText("More access", { exact: true }).click();
    await box.check();
  }
  return dialog;
}

/** What a person did with a page so far. */
interface Effort {
  taps: number;
  /** Fields that were typed into, and lists and days that were chosen from. */
  fields: number;
}

/**
 * Counts what a person does with a page: the browser's own taps, not the calls of a test, and the
 * fields whose value changed. The same field is counted again when another was changed between.
 * Must be called before the first page is opened.
 */
async function countEffort(page: Page): Promise<Effort> {
  const effort = { taps: 0, fields: 0 };
  await page.exposeFunction("countTap", () => {
    effort.taps += 1;
  });
  await page.exposeFunction("countField", () => {
    effort.fields += 1;
  });
  await page.addInitScript(() => {
    const { countTap, countField } = window as unknown as Record<string, () => void>;
    let last: EventTarget | null = null;
    window.addEventListener("pointerdown", (event) => event.isTrusted && countTap?.(), true);
    window.addEventListener(
      "input",
      ({ target }) => {
        // A box to tick is a tap.
        const isTicked = target instanceof HTMLInputElement && target.type === "checkbox";
        if (isTicked || target === last) return;
        last = target;
        countField?.();
      },
      true,
    );
  });
  return effort;
}

// @module-tag night

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { writeDetailedLogs } from "../support/e2e/detailed-logs.ts";
import { DESKTOP, PHONE } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { signInAs, untilInstalled, untilTimer } from "../support/e2e/voice-pages.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Noon of the day so many days before today. */
function noon(daysAgo: number): Date {
  const day = new Date(Date.now() - daysAgo * DAY_MS);
  day.setHours(12, 0, 0, 0);
  return day;
}

/** How many days ago the last Tuesday before today was. */
const TUESDAY = ((new Date().getDay() + 4) % 7) + 1;
/** How many days ago the Monday of last week was. */
const LAST_MONDAY = ((new Date().getDay() + 6) % 7) + 7;

let stack: Stack;
let devices = 0;

beforeAll(async () => {
  stack = await startStack({ withProvider: false, ownBackend: true });
  const user_id = await stack.userId(stack.technician);
  const notes = Array.from({ length: 21 * 5 }, (_, at) => {
    const daysAgo = Math.floor(at / 5);
    const about = daysAgo === TUESDAY && at % 5 === 2 ? "The capacitor of unit 7" : `Unit ${at}`;
    return {
      ...{ id: crypto.randomUUID(), user_id, agent_type: "voice", input_type: "voice" },
      ...{ input_data: `${about} was checked.`, output_summary: `${about} checked.` },
      ...{ created_at: noon(daysAgo).toISOString(), captured_at: null },
    };
  });
  const written = await rest(stack.backend, "service", "POST", "agent_logs", notes);
  expect(written.status).toBe(201);

  const [admin] = await stack.rows("profiles", `select=company_id&email=eq.${stack.administrator}`);
  await writeDetailedLogs(
    stack,
    Array.from({ length: 40 }, (_, daysAgo) => daysAgo).flatMap((daysAgo) =>
      [stack.technician, "kim@demo.example", "lou@demo.example", "max@demo.example"].map(
        (user_email) => ({
          ...{ ...admin, user_email, agent_type: "ask_agent" },
          ...{ created_at: noon(daysAgo).toISOString(), input_text: `Asked ${daysAgo} days ago` },
        }),
      ),
    ),
  );

  const request = await rest(stack.backend, "service", "POST", "contact_form_submissions", {
    ...{ name: "Pat Lee", company: "Alder Heating", email: "pat@prospect.example" },
    ...{ phone: "1", field_tech_count: "5", current_crm: "None", status: "new" },
  });
  expect(request.status).toBe(201);
});
afterAll(() => stack.stop());

/** The device of a person on a later day: signed in before, and opened by its icon. */
async function openAgain(
  email: string,
  size: typeof PHONE,
): Promise<{ page: Page; effort: Effort }> {
  devices += 1;
  const browser = await stack.browser(`device ${devices}`);
  const before = await browser.newPage();
  await signInAs(before, stack.network.url, email);
  await untilInstalled(before);
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

it("finds a note of last Tuesday with two taps and a word", async () => {
  const { page, effort } = await openAgain(stack.technician, PHONE);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "History" }).click();
  await page.getByRole("searchbox", { name: "Search your history" }).fill("capacitor");
  const list = page.getByRole("list", { name: "History" });
  await expect.poll(() => list.getByRole("article").count()).toBe(1);
  const day = await list.getByRole("heading", { level: 2 }).textContent();
  expect(day).toContain(TUESDAY === 1 ? "Yesterday" : "Tuesday");
  expect(effort).toEqual({ taps: 2, fields: 1 });
});

it("finds what a technician asked last week with one tap and three fields", async () => {
  const { page, effort } = await openAgain(stack.administrator, DESKTOP);
  await page.getByRole("tab", { name: "Detailed Logs" }).click();
  const dateOf = (daysAgo: number) => noon(daysAgo).toLocaleDateString("en-CA");
  await page.getByLabel("Search by email", { exact: true }).fill("tech");
  await page.getByLabel("From", { exact: true }).fill(dateOf(LAST_MONDAY));
  await page.getByLabel("Until", { exact: true }).fill(dateOf(LAST_MONDAY - 6));
  await page.getByText("7 logs", { exact: true }).waitFor();
  expect(effort).toEqual({ taps: 1, fields: 3 });
});

it("adds a person who may use Label with three taps and three fields", async () => {
  const { page, effort } = await openAgain(stack.administrator, DESKTOP);
  await page.getByRole("button", { name: "Add User" }).click();
  const dialog = page.getByRole("dialog", { name: "Add User" });
  await dialog.getByLabel("Full Name").fill("Robin Hall");
  await dialog.getByLabel("Email").fill("robin@demo.example");
  await dialog.getByLabel("Password", { exact: true }).fill("heat-pumps-hum");
  await dialog.getByLabel("Label Agent").check();
  await dialog.getByRole("button", { name: "Create User" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(
    await stack.rows("profiles", "select=can_use_label_agent&email=eq.robin@demo.example"),
  ).toEqual([{ can_use_label_agent: true }]);
  expect(effort).toEqual({ taps: 3, fields: 3 });
});

it("invites a company that asked for early access with a status and a few taps", async () => {
  const { page, effort } = await openAgain(stack.superAdministrator, DESKTOP);
  await page.getByRole("link", { name: "Contact Form Submissions" }).click();
  await page.getByRole("button", { name: "Pat Lee" }).click();
  await page.getByRole("article").getByLabel("Status").selectOption("Qualified");
  await page.getByRole("article").getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite Pat Lee" });
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  await dialog.getByText("Tell Pat Lee this temporary password:").waitFor();
  expect(effort).toEqual({ taps: 4, fields: 1 });
});

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

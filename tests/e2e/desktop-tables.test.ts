// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { alterDatabase } from "../support/e2e/alter-database.ts";
import { followTheme, pageTrouble } from "../support/e2e/page-checks.ts";
import { crowd } from "../support/e2e/people.ts";
import { DESKTOP, SCREENS, show, TABLET } from "../support/e2e/screens.ts";
import { untilSettled } from "../support/e2e/settled.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { labelOf } from "../support/e2e/tour.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const MANY = 300;
const LONG = "Maximiliane-Theodora Featherstonehaugh-Cholmondeley of Wolverhampton";

let stack: Stack;
let page: Page;

beforeAll(async () => {
  stack = await startStack({ withProvider: false, ownBackend: true });
  await alterDatabase(
    stack,
    `${crowd("Crowd Ltd", MANY)}
     update public.profiles set full_name = '${LONG}' where email = 'person7@crowd.example';
     update public.profiles set email = 'a-person@crowd.example' where full_name = 'Person 150';`,
  );
  page = await (await stack.browser()).newPage();
  await followTheme(page);
  await page.setViewportSize(DESKTOP);
  await signInAs(page, stack.network.url, stack.superAdministrator);
});
afterAll(() => stack.stop());

const table = (name: string) => page.getByRole("table", { name, exact: true });
const heading = (name: string) => page.getByRole("columnheader", { name, exact: true });
const nameAt = (row: number) =>
  page
    .locator(`tr[aria-rowindex="${row + 1}"]`)
    .getByRole("rowheader")
    .textContent();
const details = (name: string) => page.getByRole("region", { name, exact: true });
const focused = () => page.evaluate(() => document.activeElement?.textContent);

/** Saves a picture for people to look at, if a folder is given. */
async function shoot(name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/table-${name}.png` });
}

async function openCrowd(count = MANY): Promise<void> {
  await page.goto(`${stack.network.url}/admin?tab=companies`);
  await page.getByLabel("Managing Company").selectOption("Crowd Ltd");
  await page.getByRole("tab", { name: "Users" }).click();
  await page.getByText(`${count} people`, { exact: true }).waitFor();
}

it("sorts by a column, with mouse and keyboard, and keeps the order in the address", async () => {
  await openCrowd();
  await table("Team Members").waitFor();
  expect(await nameAt(1)).toBe(`Person ${MANY}`);
  await heading("Name").getByRole("button").click();
  await expect.poll(() => nameAt(2)).toBe("Person 1");
  expect(await nameAt(1)).toBe(LONG);
  await expect.poll(() => heading("Name").getAttribute("aria-sort")).toBe("ascending");
  await heading("Email").getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => nameAt(1)).toBe("Person 150");
  await expect.poll(() => heading("Name").getAttribute("aria-sort")).toBe("none");
  await page.waitForURL(/[?&]sort=email(&|$)/);
  await page.keyboard.press("Enter");
  await expect.poll(() => nameAt(1)).toBe(`Person ${MANY}`);
  await expect.poll(() => heading("Email").getAttribute("aria-sort")).toBe("descending");
  await page.reload();
  await heading("Email").waitFor();
  await expect.poll(() => heading("Email").getAttribute("aria-sort")).toBe("descending");
  await page.keyboard.press("Tab");
  await heading("Email").getByRole("button").click();
  await expect.poll(() => new URL(page.url()).searchParams.has("sort")).toBe(false);
});

it("moves between thousands of rows by keyboard, and opens one beside the table", async () => {
  await openCrowd();
  await heading("Joined").getByRole("button").focus();
  await page.keyboard.press("Tab");
  expect(await focused()).toBe(`Person ${MANY}`);
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe(`Person ${MANY - 1}`);
  await page.keyboard.press("End");
  await expect.poll(focused).toBe("Person 1");
  expect(await page.locator("tbody tr[aria-rowindex]").count()).toBeLessThan(80);
  await page.keyboard.press("Enter");
  await details("Person 1").waitFor();
  await page.keyboard.press("ArrowUp");
  await details("Person 2").waitFor();
  expect(await details("Person 1").count()).toBe(0);
  const [beside, of] = await Promise.all([
    details("Person 2").boundingBox(),
    table("Team Members").boundingBox(),
  ]);
  expect(beside?.x).toBeGreaterThan((of?.x ?? 0) + (of?.width ?? 0));
  expect(beside?.y).toBeLessThan(DESKTOP.height / 2);

  // The details hold every action of the row.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Edit Agent Access");
  await page.keyboard.press("Escape");
  expect(await details("Person 2").count()).toBe(0);
  expect(await focused()).toBe("Person 2");
  await page.keyboard.press("Home");
  await expect.poll(focused).toBe(`Person ${MANY}`);
});

it("closes the details of a row that a search leaves out", async () => {
  await page.getByRole("cell", { name: `person${MANY}@crowd.example` }).click();
  await details(`Person ${MANY}`).waitFor();
  await page.getByLabel("Search by name or email").fill("featherstone");
  await details(`Person ${MANY}`).waitFor({ state: "detached" });
  expect(await nameAt(1)).toBe(LONG);
});

it("shows cards below 1100 px", async () => {
  await openCrowd();
  await page.setViewportSize({ ...DESKTOP, width: 1100 });
  await table("Team Members").waitFor();
  await page.setViewportSize({ ...DESKTOP, width: 1099 });
  await page.getByRole("list", { name: "Team Members" }).waitFor();
  expect(await page.getByRole("table").count()).toBe(0);
  await page.setViewportSize(TABLET);
  const cards = page.getByRole("list", { name: "Team Members" }).getByRole("listitem");
  await cards.first().getByRole("button", { name: "Suspend" }).waitFor();
});

it("has nothing to complain about, with closed and with open details", async () => {
  for (const screen of SCREENS.filter(({ width }) => width === DESKTOP.width)) {
    for (const opens of [false, true]) {
      await show(page, screen);
      await page.goto(`${stack.network.url}/admin?tab=users`);
      await table("Team Members").waitFor();
      if (opens) {
        await page.getByRole("rowheader").first().click();
        await page.getByRole("button", { name: "Close details" }).waitFor();
      }
      await untilSettled(page);
      const name = `people-${labelOf(screen)}${opens ? "-open" : ""}`;
      await shoot(name);
      expect(await pageTrouble(page, screen), name).toEqual([]);
    }
  }
});

it.each([
  ["a table", DESKTOP, 20, MANY],
  ["cards", TABLET, 21, MANY - 1],
] as const)(
  "gives the focus to the page when the only person in %s is deleted",
  async (_, screen, number, count) => {
    await page.setViewportSize(screen);
    await openCrowd(count);
    await page.getByLabel("Search by name or email").fill(`person${number}@crowd`);
    await page.getByText(`1 of ${count} people`, { exact: true }).waitFor();
    if (screen === DESKTOP) await page.getByRole("rowheader").first().click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Delete user?" });
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("Nobody matches that.").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
  },
);

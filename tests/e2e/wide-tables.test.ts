// @module-tag rest
// @module-tag long

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { PEOPLE, startFullStack } from "../support/e2e/full-lists.ts";
import { DESKTOP, TABLET } from "../support/e2e/screens.ts";
import { untilSettled } from "../support/e2e/settled.ts";
import type { Stack } from "../support/e2e/stack.ts";
import { TOUR_MS } from "../support/e2e/tour.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

/** Everybody of the company. */
const ALL = PEOPLE + 2;

/** A list, what names the column of its rows' names, and how its first and last row begin. */
const LISTS = [
  { address: "/admin?tab=companies", label: "Companies", by: "Name" },
  { address: "/admin?tab=companies", label: "Without a company", by: "Name" },
  { address: "/admin?tab=users", label: "Team Members", by: "Name" },
  { address: "/admin?tab=activity-logs", label: "Activity", by: "Question" },
  { address: "/admin?tab=knowledge-base", label: "Documents", by: "Name" },
  { address: "/admin?tab=vocabulary", label: "Vocabulary", by: "Term" },
  { address: "/admin?tab=answers", label: "Answers to look at", by: "Question" },
  { address: "/admin?tab=answers", label: "Golden set", by: "Question" },
  { address: "/detailed-logs", label: "Logs", by: "User email", ends: ["aaa@", "zz@"] },
] as const;

let stack: Stack;
let page: Page;

beforeAll(async () => {
  stack = await startFullStack();
  page = await (await stack.browser()).newPage();
  await page.setViewportSize(DESKTOP);
  page.setDefaultTimeout(30_000);
  await signInAs(page, stack.network.url, stack.superAdministrator);
});
afterAll(() => stack.stop());

const table = (name: string) => page.getByRole("table", { name, exact: true });
/** The heading of the column that a list is sorted by. Two tables of a page may have one of the same name. */
const headingOf = ({ label, by }: { label: string; by: string }) =>
  table(label).getByRole("columnheader", { name: by, exact: true });
const sortOf = (list: { label: string; by: string }) => headingOf(list).getAttribute("aria-sort");
const close = () => page.getByRole("button", { name: "Close details" });
const details = (name: string) => page.getByRole("region", { name, exact: true });
const focusedRow = () =>
  page.evaluate(() => document.activeElement?.closest("tr")?.getAttribute("aria-rowindex"));
const focusedText = () => page.evaluate(() => document.activeElement?.textContent);

function addressOf(path: string): string {
  const url = new URL(path, stack.network.url);
  if (url.pathname === "/admin") url.searchParams.set("company", stack.company.id);
  return url.href;
}

async function open({ address, label }: { address: string; label: string }): Promise<void> {
  await page.goto(addressOf(address));
  await table(label).locator("tbody tr[data-id]").first().waitFor();
  // Rows above it are measured as they come into view, and an earlier visit's place is brought back.
  await table(label).scrollIntoViewIfNeeded();
  await untilSettled(page);
}

it.each(LISTS)("sorts $label by a column, and keeps the order over a reload", async (list) => {
  await open(list);
  const first = table(list.label).locator('tr[aria-rowindex="2"]');
  const [least, most] = "ends" in list ? list.ends : ["AAA", "Zz"];
  await headingOf(list).getByRole("button").click();
  await first.filter({ hasText: least }).waitFor();
  // Rows that come in this order anyway stand so before the press is shown.
  await expect.poll(() => sortOf(list)).toBe("ascending");
  await headingOf(list).getByRole("button").focus();
  await page.keyboard.press("Enter");
  await first.filter({ hasText: most }).waitFor();
  await page.waitForURL(/[?&]sort=-[\w-]+(&|$)/);
  await page.reload();
  await first.filter({ hasText: most }).waitFor();
  await expect.poll(() => sortOf(list)).toBe("descending");
  await headingOf(list).getByRole("button").click();
  await expect.poll(() => new URL(page.url()).searchParams.has("sort")).toBe(false);
});

it.each(LISTS)("moves in $label by keyboard, and opens a row beside them", async (list) => {
  await open(list);
  await table(list.label).getByRole("rowheader").first().getByRole("button").focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(focusedRow).toBe("3");
  await page.keyboard.press("End");
  const count = await table(list.label).getAttribute("aria-rowcount");
  await expect.poll(focusedRow).toBe(count);
  // Of a long list, only the rows near the screen are in the document.
  expect(await table(list.label).locator("tbody tr[aria-rowindex]").count()).toBeLessThan(80);
  await page.keyboard.press("Enter");
  await close().waitFor();
  const row = page.locator("section[data-id]");
  const before = await row.getAttribute("aria-label");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => row.getAttribute("aria-label")).not.toBe(before);
  const [beside, of] = await Promise.all([row.boundingBox(), table(list.label).boundingBox()]);
  expect(beside?.x).toBeGreaterThan((of?.x ?? 0) + (of?.width ?? 0));
  expect(beside?.y).toBeLessThan(DESKTOP.height);
  await page.keyboard.press("Escape");
  await close().waitFor({ state: "detached" });
  expect(await focusedRow()).toBe(String(Number(count) - 1));
});

/** Pages with a long table, each with the headings that are pressed. */
const TABLES: readonly [address: string, headings: readonly string[]][] = [
  ["/admin?tab=companies", ["Name", "Users"]],
  ["/admin?tab=users", ["Name", "Email"]],
  ["/admin?tab=knowledge-base", ["Name"]],
  ["/admin?tab=activity-logs", ["Question", "Answer"]],
  ["/detailed-logs", ["Agent", "Status"]],
  ["/contact-submissions", ["Company", "Status"]],
];

it.each([0, 1500])(
  "shows a table in its new order at once, scrolled by %i px, and moves no row of it afterwards",
  async (scrolled) => {
    const trouble: string[] = [];
    for (const [address, headings] of TABLES) {
      await page.goto(addressOf(address));
      await page.locator("tbody tr[data-id]").first().waitFor();
      for (const heading of headings) {
        await page.mouse.move(700, 500);
        await page.evaluate((top) => {
          const area = document.querySelector("[data-area]") ?? document.documentElement;
          area.scrollTo({ top, behavior: "instant" });
        }, scrolled);
        await untilSettled(page);
        const seen = await page.evaluate(picturesAfterPress, heading);
        const top = await page.evaluate(
          () => (document.querySelector("[data-area]") ?? document.documentElement).scrollTop,
        );
        if (top < scrolled / 2) trouble.push(`${address} ${heading}: scrolled to ${top}`);
        if (seen.length !== 1) trouble.push(`${address} ${heading}: ${seen.join(" then ")}`);
      }
    }
    expect(trouble).toEqual([]);
  },
  TOUR_MS,
);

const TEAM = { address: "/admin?tab=users", label: "Team Members" };
const search = (words: string) => page.getByLabel("Search by name or email").fill(words);

it("has every action of a person in the details, which close when a search leaves the person out", async () => {
  await open(TEAM);
  const newest = `Person ${PEOPLE}`;
  await page.getByRole("rowheader", { name: newest, exact: true }).getByRole("button").focus();
  await page.keyboard.press("Enter");
  await details(newest).waitFor();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("Tab");
  expect(await focusedText()).toBe("Edit Agent Access");
  await page.keyboard.press("Escape");
  await details(newest).waitFor({ state: "detached" });
  expect(await focusedText()).toBe(newest);
  await page.getByRole("cell", { name: `person${PEOPLE}@crowd.example` }).click();
  await details(newest).waitFor();
  await search("donaudampf");
  await details(newest).waitFor({ state: "detached" });
});

it("shows cards below 1100 px", async () => {
  await page.setViewportSize({ ...DESKTOP, width: 1100 });
  await open(TEAM);
  await page.setViewportSize({ ...DESKTOP, width: 1099 });
  await page.getByRole("list", { name: "Team Members" }).waitFor();
  expect(await page.getByRole("table").count()).toBe(0);
  await page.setViewportSize(TABLET);
  const cards = page.getByRole("list", { name: "Team Members" }).getByRole("listitem");
  await cards.first().getByRole("button", { name: "Suspend" }).waitFor();
});

it.each([
  ["a table", DESKTOP, 20, ALL],
  ["cards", TABLET, 21, ALL - 1],
] as const)(
  "gives the focus to the page when the only person in %s is deleted",
  async (_, screen, number, count) => {
    await page.setViewportSize(screen);
    await page.goto(addressOf(TEAM.address));
    await search(`person${number}@crowd`);
    await page.getByText(`1 of ${count} people`, { exact: true }).waitFor();
    if (screen === DESKTOP) await page.getByRole("rowheader").first().click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Delete user?" });
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("Nobody matches that.").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
  },
);

it("keeps the focus when the open person gets a company, is deleted, and is the last one", async () => {
  const name = "Without a company";
  await page.setViewportSize(DESKTOP);
  await open({ address: "/admin?tab=companies&sort=person-name", label: name });
  const isFocused = (label: string) =>
    table(label).evaluate((element) => element === document.activeElement);
  const openPerson = async (person: string) => {
    await table(name).getByRole("rowheader", { name: person, exact: true }).click();
    await details(person).waitFor();
  };
  const assign = async (person: string) => {
    await openPerson(person);
    await details(person).getByLabel("Company").selectOption({ index: 1 });
    await details(person).getByRole("button", { name: "Assign" }).press("Enter");
    await details(person).waitFor({ state: "detached" });
  };
  await assign("Alone 1");
  await expect.poll(() => isFocused(name)).toBe(true);

  await openPerson("Alone 2");
  await details("Alone 2").getByRole("button", { name: "Delete" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete user?" });
  await dialog.getByRole("button", { name: "Delete" }).press("Enter");
  await details("Alone 2").waitFor({ state: "detached" });
  await expect.poll(() => isFocused(name)).toBe(true);

  const others = await stack.rows("profiles", "select=id&email=like.alone*&full_name=neq.Alone 3");
  const assigned = await rest(
    ...([stack.backend, "service", "PATCH"] as const),
    `profiles?id=in.(${others.map(({ id }) => id).join()})`,
    { company_id: stack.company.id },
  );
  expect(assigned.status).toBeLessThan(300);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByRole("button", { name: "1 person has no company" }).waitFor();
  // No company is shown, so there is no table of them to which the focus could go.
  const box = page.getByRole("searchbox", { name: "Search companies" });
  await box.fill("no company is named so");
  await table("Companies").waitFor({ state: "detached" });
  await assign("Alone 3");
  await table(name).waitFor({ state: "detached" });
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
});

/**
 * Runs in the page. Presses a heading, and tells where the rows on the screen are in each painted
 * frame with the new order, until nothing has changed for a second; equal frames count once.
 */
async function picturesAfterPress(title: string): Promise<string[]> {
  const heading = [...document.querySelectorAll("thead th")].find(
    ({ textContent }) => textContent === title,
  );
  if (heading === undefined) throw new Error(`No heading is called ${title}`);
  const before = heading.ariaSort;
  heading.querySelector("button")?.click();
  const seen: string[] = [];
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  for (let changed = performance.now(); performance.now() - changed < 1000; ) {
    await painted();
    if (heading.ariaSort === before) continue;
    const rows = [...document.querySelectorAll<HTMLElement>("tbody tr[data-id]")]
      .map((row) => ({ id: row.dataset.id?.slice(0, 4), box: row.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > 0 && box.top < innerHeight)
      .map(({ id, box }) => `${id} at ${Math.round(box.top)}`)
      .join(", ");
    if (rows === seen.at(-1)) continue;
    seen.push(rows);
    changed = performance.now();
  }
  return seen;
}

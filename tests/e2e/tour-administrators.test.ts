// @module-tag rest
// @module-tag long

import type { Page } from "playwright";
import { beforeAll, expect, it, vi } from "vitest";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { EMPTY_COMPANY, fullStackForTests } from "../support/e2e/full-lists.ts";
import { followTheme } from "../support/e2e/page-checks.ts";
import { signedIn } from "../support/e2e/pages.ts";
import { DARK_PHONE, LIGHT_DESKTOP } from "../support/e2e/screens.ts";
import {
  ON_PAGES,
  OPPOSITE,
  officePages,
  TOUR_MS,
  tabsOf,
  troubleIn,
  troubleOn,
} from "../support/e2e/tour.ts";
import { signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";
import {
  documents,
  jobsAndSystems,
  offline,
  openWork,
  peopleDialogs,
  worseVersion,
} from "./office-states.ts";

/** As many as make a page scroll; the keyboard goes through all of them. */
const ROWS = 35;

vi.setConfig({ testTimeout: TOUR_MS });

const stack = fullStackForTests(ROWS);
let browser: ChromiumProcess;
let page: Page;

beforeAll(async () => {
  browser = await stack.browser();
  page = await browser.newPage();
  await followTheme(page);
  await signInAs(page, stack.network.url, stack.superAdministrator);
  await untilInstalled(page);
});

it("works by finger, keyboard and screen reader for administrators, and does not move or flash", async () => {
  const pages = officePages(stack.company.id);
  const trouble = [
    ...(await troubleOn(browser, page, pages, ON_PAGES)),
    ...(await troubleOn(browser, page, tabsOf(EMPTY_COMPANY), OPPOSITE)),
  ];
  expect(trouble, trouble.join("\n")).toEqual([]);
});

it("is accessible in its dialogs, and without a network", async () => {
  const trouble = [
    ...(await troubleIn(page, OPPOSITE, (visit) => peopleDialogs(page, stack, visit))),
    ...(await troubleIn(page, OPPOSITE, (visit) => openWork(page, stack, visit))),
    ...(await troubleIn(page, OPPOSITE, (visit) => jobsAndSystems(page, stack, visit))),
  ];
  expect(trouble, trouble.join("\n")).toEqual([]);
  await page.goto(`${stack.network.url}/admin?tab=vocabulary&company=${stack.company.id}`);
  await page.getByRole("button", { name: "Add term" }).waitFor();
  stack.network.cut();
  expect(await troubleIn(page, [DARK_PHONE], (visit) => offline(page, visit))).toEqual([]);
  stack.network.restore();
});

it("is accessible with versions of documents, and where a second factor is asked for", async () => {
  const office = await signedIn(stack, stack.administrator, { device: "office" });
  const trouble = [
    ...(await troubleIn(office, [DARK_PHONE], (visit) => documents(office, visit))),
    ...(await troubleIn(office, [LIGHT_DESKTOP], (visit) => worseVersion(office, stack, visit))),
  ];
  expect(trouble, trouble.join("\n")).toEqual([]);

  const path = `companies?id=eq.${stack.company.id}`;
  await stack.write("PATCH", path, { require_second_factor: true });
  const notice = await troubleIn(office, OPPOSITE, async ({ go, look }) => {
    await go("/admin?tab=users");
    await office.getByText("Your company asks administrators for a second factor").waitFor();
    await look("a second factor is asked for");
  });
  expect(notice).toEqual([]);
});

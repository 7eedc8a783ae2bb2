// @module-tag rest

import type { Page } from "playwright";
import { expect, it } from "vitest";
import { holdRequests } from "../support/e2e/hold-requests.ts";
import { stackForTests } from "../support/e2e/pages.ts";
import { DESKTOP, PHONE } from "../support/e2e/screens.ts";

const TURN_MS = 4000;
const stack = stackForTests({ withProvider: false });

let visitors = 0;

/** Opens a tab on a new device on which nobody has signed in. */
async function visit(
  path: string,
  options: { size?: typeof DESKTOP; before?: (page: Page) => Promise<unknown> } = {},
) {
  const browser = await stack.browser(`visitor-${++visitors}`);
  const page = await browser.newPage();
  await page.setViewportSize(options.size ?? DESKTOP);
  await options.before?.(page);
  await page.goto(`${stack.network.url}${path}`);
  return { browser, page };
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

it("shows Loading, then what the product is and where to begin", async () => {
  let arrive = () => {};
  const { browser, page } = await visit("/", {
    async before(tab) {
      arrive = await holdRequests(tab, "**/landing-page-*.js");
    },
  });
  await page.getByText("Loading", { exact: true }).waitFor();
  arrive();
  await heading(page, "No signal down there? Your work still arrives.").waitFor();
  expect(await page.getByText("Loading", { exact: true }).count()).toBe(0);
  const cards = page.getByRole("region", { name: "Three agents in your pocket" });
  for (const agent of ["Voice Agent", "Snap Agent", "Label Agent"]) {
    await cards.getByRole("heading", { name: agent, exact: true }).waitFor();
  }
  const main = page.getByRole("main");
  const targets = await main
    .getByRole("link")
    .evaluateAll((links) => links.map((each) => [each.textContent, each.getAttribute("href")]));
  expect(targets).toEqual([
    ["Get Started", "/auth"],
    ["Learn More", "/support"],
    ["Request access", "/early-access"],
    ["Get Started", "/auth"],
    ["Sign In", "/auth"],
    ["Request access", "/early-access"],
  ]);
  await link(page, "Learn More").click();
  await page.waitForURL("**/support");
  await link(page, "Login").click();
  await heading(page, "Sign In").waitFor();
  expect(browser.consoleTrouble).toEqual([]);
  await browser.close();
});

it("the pictured phone changes by itself until somebody chooses, and never with reduced motion", async () => {
  const { browser, page } = await visit("/", {
    async before(tab) {
      await tab.clock.install();
      await tab.emulateMedia({ reducedMotion: "reduce" });
    },
  });
  const button = (agent: string, pressed: boolean) =>
    page.getByRole("figure").getByRole("button", { name: `Show ${agent}`, pressed });
  await button("Voice Agent", true).waitFor();
  await page.clock.runFor(3 * TURN_MS);
  await button("Voice Agent", true).waitFor();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  // The page may notice that a moment later.
  const turn = () => page.clock.runFor(TURN_MS).then(() => button("Voice Agent", false).count());
  await expect.poll(turn).toBe(1);
  await page.getByRole("button", { name: "Show Label Agent" }).press("Enter");
  await button("Label Agent", true).waitFor();
  await page.clock.runFor(3 * TURN_MS);
  await button("Label Agent", true).waitFor();
  await browser.close();
});

it("keeps the looks chosen in the footer, and shows the time", async () => {
  const { browser, page } = await visit("/support", {
    before: (tab) => tab.clock.install({ time: new Date("2025-06-02T09:41:00") }),
  });
  const footer = page.getByRole("contentinfo");
  const clock = footer.getByRole("time");
  expect(await clock.textContent()).toMatch(/9:4[1-3]/);
  await page.clock.fastForward(3_600_000);
  await expect.poll(() => clock.textContent()).toMatch(/10:4[1-4]/);

  const dark = footer.getByRole("switch", { name: "Dark theme", exact: true });
  expect(await dark.isChecked()).toBe(true);
  await dark.press("Space");
  await page.locator("html.light").waitFor();
  await page.goto(`${stack.network.url}/settings`);
  await page
    .getByText(
      "Settings are saved on the device, take effect immediately and persist across sessions.",
    )
    .waitFor();
  const main = page.getByRole("main");
  await main.getByText("Dark theme", { exact: true }).click();
  await main.getByText("Digital Rain", { exact: true }).click();
  await page.locator("html.dark").waitFor();
  const kept = () => [localStorage.getItem("theme"), localStorage.getItem("showMatrixRain")];
  await expect.poll(() => page.evaluate(kept)).toEqual(["dark", "true"]);
  await browser.close();
});

it("rains behind the page, takes no click there, and stays dry once that is switched off", async () => {
  const browser = await stack.browser("rain", { rain: true });
  const page = await browser.newPage();
  await page.setViewportSize(DESKTOP);
  await page.goto(`${stack.network.url}/support`);
  const canvas = page.locator("canvas");
  await canvas.waitFor();
  expect(await canvas.evaluate((element) => getComputedStyle(element).pointerEvents)).toBe("none");
  const isHidden = (element: Element) => element.closest("[aria-hidden=true]") !== null;
  expect(await canvas.evaluate(isHidden)).toBe(true);
  const toggle = page.getByRole("contentinfo").getByRole("switch", { name: "Digital Rain" });
  await toggle.uncheck();
  await canvas.waitFor({ state: "detached" });
  await page.reload();
  await toggle.waitFor();
  expect(await toggle.isChecked()).toBe(false);
  // Waits until everything that starts when the page is idle has started.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 5000 })));
  expect(await canvas.count()).toBe(0);
  await toggle.check();
  await canvas.waitFor();
  expect(browser.consoleTrouble).toEqual([]);
  await browser.close();
});

it("shows the complete terms and the complete privacy policy", async () => {
  const { browser, page } = await visit("/terms");
  await page.getByText("Last updated: January 2025", { exact: true }).waitFor();
  const sections = () => page.getByRole("heading", { level: 2 }).allTextContents();
  expect(await sections()).toEqual([
    "Acceptance of Terms",
    "Use License",
    "Patent-Pending Technology and AI Usage Responsibilities",
    "Data and Privacy",
    "Limitation of Liability",
    "Modifications",
    "Contact",
  ]);
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await heading(page, "Privacy Policy").waitFor();
  expect(await sections()).toEqual([
    "Information Collected",
    "Use of Information",
    "Storage and Security",
    "AI and Third-Party Services",
    "Retention",
    "Your Rights",
    "Cookies",
    "Contact",
  ]);
  await page
    .getByRole("navigation", { name: "Contents" })
    .getByRole("link", { name: "Cookies" })
    .press("Enter");
  await page.waitForFunction(() => window.scrollY > 0);
  expect(await page.title()).toBe("Privacy Policy · Field Agents");
  expect(await page.context().cookies()).toEqual([]);
  await browser.close();
});

it("has no header and no footer on a phone, where the brand in the page leads back", async () => {
  const { browser, page } = await visit("/terms", { size: PHONE });
  await heading(page, "Terms of Service").waitFor();
  expect(await page.getByRole("banner").count()).toBe(0);
  expect(await page.getByRole("contentinfo").count()).toBe(0);
  expect(await page.getByRole("link", { name: "Login", exact: true }).count()).toBe(0);
  await page.getByRole("main").getByRole("link", { name: "Field Agents" }).click();
  await heading(page, "No signal down there? Your work still arrives.").waitFor();
  await link(page, "Sign In").click();
  await page.waitForURL("**/auth");
  await browser.close();
});

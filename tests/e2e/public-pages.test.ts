// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DESKTOP, PHONE } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";

const TURN_MS = 4000;
let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
});
afterAll(() => stack.stop());

let visitors = 0;

/** Opens a tab on a new device on which nobody has signed in. */
async function visit(
  path: string,
  options: {
    size?: typeof DESKTOP;
    before?: (page: Page) => Promise<unknown>;
    rain?: boolean;
  } = {},
) {
  const browser = await stack.browser(`visitor-${++visitors}`, {
    rain: options.rain ?? false,
  });
  const page = await browser.newPage();
  await page.setViewportSize(options.size ?? DESKTOP);
  await options.before?.(page);
  await page.goto(`${stack.network.url}${path}`);
  return { browser, page };
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

/** Waits until the page has drawn the result of every event so far. */
function untilDrawn(page: Page): Promise<void> {
  return page.evaluate(async () => {
    // The test has stopped the page's clock; message channels do not depend on it.
    for (let task = 0; task < 5; task += 1) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    }
  });
}

/** Changes the preference for reduced motion, and waits until the page has noticed it. */
async function askForMotion(page: Page, reducedMotion: "reduce" | "no-preference"): Promise<void> {
  const heard = await page.evaluateHandle(() => {
    const query = matchMedia("(prefers-reduced-motion: reduce)");
    const changed = new Promise((resolve) => {
      query.addEventListener("change", resolve, { once: true });
    });
    return { changed };
  });
  await page.emulateMedia({ reducedMotion });
  await heard.evaluate(({ changed }) => changed.then(() => undefined));
}

it("shows Loading, then what the product is and where to begin", async () => {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { browser, page } = await visit("/", {
    before: (tab) =>
      tab.route("**/landing-page-*.js", async (route) => {
        await arrival;
        await route.continue();
      }),
  });
  await page.getByText("Loading", { exact: true }).waitFor();
  arrive();
  await heading(page, "No signal down there? Your work still arrives.").waitFor();
  expect(await page.getByText("Loading", { exact: true }).count()).toBe(0);
  for (const text of [
    "AI-powered field-service platform",
    "Mobile ready",
    "Copy-to-CRM in one tap",
  ]) {
    await page.getByText(text, { exact: true }).waitFor();
  }
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

it("the pictured phone changes every four seconds, except while somebody looks at it or prefers no motion", async () => {
  const { browser, page } = await visit("/", { before: (tab) => tab.clock.install() });
  const phone = page.getByRole("figure");
  async function shows(agent: string): Promise<void> {
    await phone.getByRole("button", { name: `Show ${agent}`, pressed: true }).waitFor();
    await phone.getByText(agent, { exact: true }).waitFor();
  }
  await shows("Voice Agent");
  expect(await phone.locator("[aria-live], [role=status], [role=alert]").count()).toBe(0);
  /** Lets time pass once the page has drawn the events so far. */
  async function pass(milliseconds: number): Promise<void> {
    await untilDrawn(page);
    await page.clock.runFor(milliseconds);
  }
  // The pointer holds the picture still while the clock is being stopped, so that the first turn
  // begins at a known moment.
  await phone.hover();
  await untilDrawn(page);
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await shows("Voice Agent");
  await page.mouse.move(0, 0);
  for (const agent of ["Snap Agent", "Label Agent", "Voice Agent"]) {
    await pass(TURN_MS);
    await shows(agent);
  }

  await phone.hover();
  await pass(3 * TURN_MS - 1000);
  await shows("Voice Agent");
  await page.mouse.move(0, 0);
  await phone.getByRole("button", { name: "Show Label Agent" }).focus();
  await pass(3 * TURN_MS - 1000);
  await shows("Voice Agent");
  await link(page, "Learn More").focus();
  await pass(TURN_MS);
  await shows("Snap Agent");

  await askForMotion(page, "reduce");
  await pass(2 * TURN_MS);
  await shows("Snap Agent");
  await askForMotion(page, "no-preference");
  await pass(TURN_MS);
  await shows("Label Agent");

  await phone.getByRole("button", { name: "Show Voice Agent" }).press("Enter");
  await link(page, "Learn More").focus();
  await pass(2 * TURN_MS);
  await shows("Voice Agent");
  await browser.close();
});

it("keeps the looks chosen in the footer, and shows the time", async () => {
  const { browser, page } = await visit("/support", {
    before: (tab) => tab.clock.install({ time: new Date("2025-06-02T09:41:00") }),
    rain: true,
  });
  const footer = page.getByRole("contentinfo");
  await footer.getByText("Patent pending").waitFor();
  for (const name of ["Terms", "Privacy", "Support"]) {
    await footer.getByRole("link", { name, exact: true }).waitFor();
  }
  const clock = footer.getByRole("time");
  expect(await clock.textContent()).toMatch(/9:4[1-3]/);
  await page.clock.fastForward(3_600_000);
  await expect.poll(() => clock.textContent()).toMatch(/10:4[1-4]/);

  const dark = footer.getByRole("switch", { name: "Dark theme", exact: true });
  const rain = footer.getByRole("switch", { name: "Digital Rain", exact: true });
  expect([await dark.isChecked(), await rain.isChecked()]).toEqual([true, true]);
  await dark.press("Space");
  await rain.press("Space");
  await page.reload();
  await dark.waitFor();
  expect([await dark.isChecked(), await rain.isChecked()]).toEqual([false, false]);
  expect(await page.locator("html").getAttribute("class")).toBe("light");

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

it("the support page answers by keyboard", async () => {
  const { browser, page } = await visit("/support");
  await page.getByText("Within 24 hours").waitFor();
  await page.getByText("Monday to Friday, 9 AM to 5 PM EST").waitFor();
  for (const title of [
    "Frequently asked questions",
    "Documentation",
    "Getting Started Guide",
    "Agent User Guides",
    "Admin Dashboard Tutorial",
    "Knowledge Base Management",
    "Troubleshooting tips",
    "Feature requests",
  ]) {
    await heading(page, title).waitFor();
  }
  const answer = page.getByText(/Sign in once with a signal/);
  expect(await answer.isVisible()).toBe(false);
  await page.locator("summary", { hasText: "Does it work without a signal?" }).press("Enter");
  await answer.waitFor();
  await browser.close();
});

it("has no header and no footer on a phone, but links to sign in and to go back", async () => {
  const { browser, page } = await visit("/terms", { size: PHONE });
  await heading(page, "Terms of Service").waitFor();
  expect(await page.getByRole("banner").count()).toBe(0);
  expect(await page.getByRole("contentinfo").count()).toBe(0);
  await link(page, "Field Agents").click();
  await heading(page, "No signal down there? Your work still arrives.").waitFor();
  await link(page, "Login").click();
  await page.waitForURL("**/auth");
  await browser.close();
});

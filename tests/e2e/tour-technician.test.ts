// @module-tag rest
// @module-tag long

import type { Page } from "playwright";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { addKestrelManual, ask, messages } from "../support/e2e/chat-pages.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { FactorServer } from "../support/e2e/factor-server.ts";
import {
  ignoreBrowser,
  installNotice,
  openDrawer,
  pretendIphone,
  tellInstallable,
} from "../support/e2e/install-offers.ts";
import { followTheme } from "../support/e2e/page-checks.ts";
import { signedIn, stackForTests } from "../support/e2e/pages.ts";
import { DARK_PHONE, LIGHT_DESKTOP } from "../support/e2e/screens.ts";
import {
  NOWHERE,
  ON_PAGES,
  OPEN_TO_ALL,
  OPPOSITE,
  OWN,
  openPage,
  TOUR_MS,
  troubleIn,
  troubleOn,
  type Visit,
} from "../support/e2e/tour.ts";
import { signInAs, syncStatus, untilInstalled } from "../support/e2e/voice-pages.ts";
import { demoKey } from "../support/signing-keys.ts";
import { captures, conversations, factors, withoutNetwork } from "./agent-states.ts";

vi.setConfig({ testTimeout: TOUR_MS });

const stack = stackForTests();
let browser: ChromiumProcess;
let page: Page;

beforeAll(async () => {
  await addKestrelManual(stack);
  await openBrowser();
  await signInAs(page, stack.network.url, stack.technician);
  await untilInstalled(page);
});
afterEach(() => {
  stack.network.passage = () => "pass";
  stack.network.restore();
});

async function openBrowser(): Promise<void> {
  browser = await stack.browser();
  page = await browser.newPage();
  await followTheme(page);
  await page.addInitScript(ignoreBrowser);
}

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

it("works by finger, keyboard and screen reader for a technician, does not move or flash", async () => {
  expect(await troubleIn(page, OPPOSITE, (visit) => captures(page, visit))).toEqual([]);
  expect(await troubleOn(browser, page, OWN, ON_PAGES)).toEqual([]);
  // The public pages, in the layout of signed-in people.
  expect(await troubleOn(browser, page, OPEN_TO_ALL, OPPOSITE)).toEqual([]);
});

it("is accessible in conversations, with manuals, in the history and over the home page", async () => {
  const trouble = [
    ...(await troubleIn(page, OPPOSITE, (visit) => conversations(page, stack, visit))),
    ...(await troubleIn(page, OPPOSITE, lists)),
    ...(await troubleIn(page, ON_PAGES, offers)),
  ];
  expect(trouble, trouble.join("\n")).toEqual([]);
  const phone = await browser.newPage();
  await phone.addInitScript(ignoreBrowser);
  await pretendIphone(phone);
  await phone.goto(stack.network.url);
  const byHand = await troubleIn(phone, [DARK_PHONE], async ({ go, look, lookAtAll }) => {
    await go("/dashboard");
    const notice = installNotice(phone);
    await notice.getByText("Tap Share, then Add to Home Screen.").waitFor();
    await lookAtAll("hint to install by hand");
    await openDrawer(phone);
    await phone.getByText("To install: tap Share, then Add to Home Screen").last().waitFor();
    await look("menu with the hint to install");
  });
  expect(byHand).toEqual([]);
  await phone.close();
});

async function lists({ go, look, lookAtAll, screen }: Visit): Promise<void> {
  await go("/dashboard");
  await syncStatus(page, "Everything sent").click();
  await page.getByRole("dialog").waitFor();
  await look("nothing waits");
  await go("/history?search=bulgng");
  await page.getByText("Showing results for").waitFor();
  await lookAtAll("found entry of the history");
  if (screen === LIGHT_DESKTOP) return;
  await go("/history?agent=snap");
  await page.getByRole("img", { name: "The photo of this entry" }).first().waitFor();
  await lookAtAll("photo in the history");
}

async function offers({ go, look, lookAtAll, screen }: Visit): Promise<void> {
  await go("/dashboard");
  await tellInstallable(page, "accepted");
  await installNotice(page).waitFor();
  await lookAtAll("offer to install");
  if (screen !== DARK_PHONE) return;
  await openDrawer(page);
  await look("menu with the offer to install");
}

it("is accessible before everything is on the device", async () => {
  stack.network.passage = (_, path) =>
    /voice-agent-page-[^/]*\.js|service-worker/.test(path) ? "lose-reply" : "pass";
  const early = await signedIn(stack, stack.technician, { device: "early" });
  const trouble = await troubleIn(early, [DARK_PHONE], async ({ go, look, lookAtAll }) => {
    await go("/dashboard");
    await early.getByText("Getting ready for use without a signal…").waitFor();
    await lookAtAll("getting ready");
    stack.network.cut();
    const voice = early.getByRole("link", { name: /^Voice/ });
    await voice.first().click();
    await early.getByText("This page was not loaded on this device yet.").waitFor();
    await look("page that was not loaded");
  });
  expect(trouble, trouble.join("\n")).toEqual([]);
  await early.close();
});

it("covers nothing without a network, and opens every page after a restart", async () => {
  stack.network.cut();
  expect(await troubleIn(page, OPPOSITE, (visit) => withoutNetwork(page, visit))).toEqual([]);

  await browser.close();
  await openBrowser();
  for (const [path, heading] of Object.entries({ ...OPEN_TO_ALL, ...NOWHERE, ...OWN })) {
    await openPage(page, `${stack.network.url}${path}`, heading);
    expect(new URL(page.url()).pathname).toBe(path);
  }
  const entry = page.getByRole("listitem").filter({ hasText: "Voice Agent" });
  await entry.getByRole("button", { name: "Copy" }).waitFor();
  await openPage(page, `${stack.network.url}/history?agent=voice`, "Voice Agent History");
  await openPage(page, `${stack.network.url}/`, "Home");
  expect(new URL(page.url()).pathname).toBe("/dashboard");
  await page.getByText(/^Welcome, (?!Agent)/).waitFor();

  stack.network.restore();
  const trouble = await troubleIn(page, [DARK_PHONE], async ({ go, look }) => {
    await go("/settings#this-device");
    const download = page.getByRole("button", { name: /^Download small/ });
    const kept = page.getByText("Ready: the small model is on this device.");
    await download.or(kept).first().waitFor();
    if (await download.isVisible()) await download.click();
    await kept.waitFor();
    await look("speech model on the device");
  });
  expect(trouble, trouble.join("\n")).toEqual([]);
});

it("is accessible in the settings of an account, and for a person who may do nothing", async () => {
  const server = new FactorServer(stack.network.url, await demoKey());
  await server.serve(page);
  await signOut();
  await signInAs(page, stack.network.url, stack.technician);
  expect(await troubleIn(page, OPPOSITE, (visit) => factors(page, server, visit))).toEqual([]);
  await page.unrouteAll({ behavior: "ignoreErrors" });

  const own = await troubleIn(page, OPPOSITE, async ({ go, lookAtAll }) => {
    await go("/settings");
    await button("Add an authenticator app").click();
    await page.getByLabel("Name", { exact: true }).fill("My phone");
    await page.keyboard.press("Enter");
    await page.getByRole("img", { name: "QR code of the key below" }).waitFor();
    await button("Change password").click();
    await lookAtAll("authenticator app and new password");
  });
  expect(own).toEqual([]);
  await allowNothing();
  const nothing = await troubleIn(page, ON_PAGES, async ({ go, look, lookAtAll, screen }) => {
    await go("/dashboard");
    await page.getByText(/^You can't use an agent yet\. Ask your administrator/).waitFor();
    await lookAtAll("home without an agent");
    if (!OPPOSITE.includes(screen)) return;
    await go("/ask-agent");
    await ask(page, "May I?");
    const answer = messages(page).last();
    await answer.getByText(/^Setup Required/).waitFor();
    await look("answer without a company");
  });
  expect(nothing).toEqual([]);
});

async function signOut(): Promise<void> {
  await page.goto(`${stack.network.url}/settings`);
  await syncStatus(page, "Everything sent").waitFor();
  await button("Sign out here").click();
  await page.waitForURL("**/auth");
}

async function allowNothing(): Promise<void> {
  const agents = ["voice", "snap", "label"].map((agent) => [`can_use_${agent}_agent`, false]);
  const path = `profiles?email=eq.${stack.technician}`;
  const changes = { company_id: null, ...Object.fromEntries(agents) };
  await stack.write("PATCH", path, changes);
}

// @module-tag rest

import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { FactorServer, plugInKey } from "../support/e2e/factor-server.ts";
import { stackForTests, untilToast } from "../support/e2e/pages.ts";
import { PASSWORD } from "../support/e2e/stack.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";
import { demoKey, type SigningKey } from "../support/signing-keys.ts";

const WRONG = "That code is not right. Enter the one that was sent last.";
const CLOSED = "The dialog was closed, or it took too long. Try again.";
const USE_KEY = "Use security key or passkey";
const SENT = "We sent a code to the phone that ends in 42.";
const PHONE = "15551234542";

const stack = stackForTests({ withProvider: false });
let key: SigningKey;
let origin: string;
let browser: ChromiumProcess;
let page: Page;
let server: FactorServer;

beforeAll(async () => {
  key = await demoKey();
  // Security keys are bound to a host name, and a numeric address is none.
  origin = stack.network.url.replace("127.0.0.1", "localhost");
});
beforeEach(async () => {
  browser = await stack.browser(randomUUID());
  page = await browser.newPage();
  server = new FactorServer(origin, key);
  await server.serve(page);
});
afterEach(async () => {
  // A page that closes leaves unfinished requests behind.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await browser.close();
});

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = () => page.getByLabel("6-digit code");
const untilSaid = (words: string) => page.getByRole("alert").filter({ hasText: words }).waitFor();
const untilNone = () => page.getByText("You have none yet.").waitFor();

async function openSettings(): Promise<void> {
  await page.goto(`${origin}/settings`);
  await button("Add an authenticator app").waitFor();
}

async function signOut(): Promise<void> {
  await button("Sign out here").click();
  await page.waitForURL("**/auth");
}

/** Signs in with email and password; ends at the step that asks for the second factor. */
async function reachStep(): Promise<void> {
  await page.getByLabel("Email").fill(stack.technician);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await button("Sign In").click();
  await page.getByText(`Signing in as ${stack.technician}`).waitFor();
}

async function untilLetIn(): Promise<void> {
  await page.waitForURL("**/dashboard");
  await page.getByText(/^Welcome, (?!Agent)/).waitFor();
}

/** Checks that nobody is signed in yet: the first factor alone opens no page. */
async function untilNobody(): Promise<void> {
  const other = await browser.newPage();
  await other.goto(`${origin}/dashboard`);
  await other.waitForURL("**/auth");
  await other.close();
}

async function remove(name: string): Promise<void> {
  await button(`Remove ${name}`).click();
  await page.getByRole("dialog").getByText("Your password alone lets you in then.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await untilToast(page, "status", "Second factor removed");
  await untilNone();
}

/** The console messages, without the failed requests that the tests cause on purpose. */
const consoleTrouble = () =>
  browser.consoleTrouble.filter((line) => !line.includes("Failed to load resource"));

const lastCode = () => server.messages.at(-1)?.code ?? "";

it("sends codes to a phone that is added, asked for at sign-in, and removed", async () => {
  await page.clock.install();
  await signInAs(page, origin, stack.technician);
  await openSettings();
  await button("Add a phone number").click();
  await page.getByLabel("Name", { exact: true }).fill("My number");
  await page.getByLabel("Phone number").fill("+1 (555) 123-4542");
  await button("Continue").click();
  await page.getByText(SENT).waitFor();
  await field().fill(lastCode());
  await button("Turn on").click();
  await untilToast(page, "status", "Second factor added");
  await page.getByRole("listitem").filter({ hasText: "My number" }).waitFor();
  expect(server.messages.map(({ phone }) => phone)).toEqual([PHONE]);

  await signOut();
  server.ahead += 60_000;
  await reachStep();
  await page.getByText(SENT).waitFor();
  await untilNobody();
  const first = lastCode();
  expect(await button(/^Send it again in \d+ s$/).isDisabled()).toBe(true);
  await page.clock.fastForward(60_000);
  server.ahead += 60_000;
  await button("Send it again").click();
  await button(/^Send it again in \d+ s$/).waitFor();
  await field().fill(first);
  await page.keyboard.press("Enter");
  await untilSaid(WRONG);
  await page.keyboard.type(lastCode());
  await page.keyboard.press("Enter");
  await untilLetIn();
  expect(server.messages.length).toBe(3);
  await openSettings();
  await remove("My number");
  expect([server.mistakes, consoleTrouble()]).toEqual([[], []]);
});

it("asks for a security key that was added, and says when its dialog was closed", async () => {
  const key = await plugInKey(page);
  await signInAs(page, origin, stack.technician);
  await openSettings();
  await button("Add a security key or passkey").click();
  await key.dismiss(true);
  await button("Continue").click();
  await untilSaid(CLOSED);
  await key.dismiss(false);
  await button("Continue").click();
  await untilToast(page, "status", "Second factor added");
  await page.getByRole("listitem").filter({ hasText: "Security key" }).waitFor();
  await button("Add a security key or passkey").click();
  await button("Continue").click();
  await untilSaid("This key is one of your second factors already.");
  await button("Cancel").click();
  await expect.poll(() => server.factors.map(({ status }) => status)).toEqual(["verified"]);

  await signOut();
  await reachStep();
  await key.dismiss(true);
  await button(USE_KEY).click();
  await untilSaid(CLOSED);
  await key.dismiss(false);
  server.takesKeys = false;
  await button(USE_KEY).click();
  await untilSaid("The server does not accept this key. Try another one.");
  await untilNobody();
  server.takesKeys = true;
  await button(USE_KEY).click();
  await untilLetIn();
  expect([server.mistakes, consoleTrouble()]).toEqual([[], []]);
});

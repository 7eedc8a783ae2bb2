// @module-tag rest
// @module-tag long

import { readFileSync } from "node:fs";
import { AGENT_IDS, agentPage } from "@contracts/agent.ts";
import type { Page } from "playwright";
import { expect, it, vi } from "vitest";
import { proveAddress } from "../support/e2e/accounts.ts";
import { breakStorage } from "../support/e2e/broken-storage.ts";
import { FactorServer, plugInKey } from "../support/e2e/factor-server.ts";
import { followTheme } from "../support/e2e/page-checks.ts";
import { stackForTests } from "../support/e2e/pages.ts";
import { DARK_PHONE } from "../support/e2e/screens.ts";
import { PASSWORD } from "../support/e2e/stack.ts";
import {
  ADMINISTRATION,
  GUIDES,
  NOWHERE,
  ON_PAGES,
  OPEN,
  OPPOSITE,
  OWN,
  openPage,
  TOUR_MS,
  troubleIn,
  troubleOn,
} from "../support/e2e/tour.ts";
import { untilInstalled } from "../support/e2e/voice-pages.ts";
import { linkIn, mailTo } from "../support/mail.ts";
import { demoKey } from "../support/signing-keys.ts";

const PHONE_NUMBER = "15551234542";

vi.setConfig({ testTimeout: TOUR_MS });

const stack = stackForTests({ withProvider: false });

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const untilSaid = (page: Page, words: string) =>
  page.getByRole("alert").filter({ hasText: words }).waitFor();

async function enter(page: Page, password: string): Promise<void> {
  await page.getByLabel("Email").fill(stack.technician);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Sign In");
}

it("tours every route of the app", () => {
  const source = readFileSync(new URL("../../src/app/routes.tsx", import.meta.url), "utf8");
  const named = [...source.matchAll(/"(\/[^"]*)"/g)].map(([, path]) => path);
  const routes = [...named, ...AGENT_IDS.map(agentPage)];
  expect(routes.sort()).toEqual(Object.keys({ ...OPEN, ...OWN, ...ADMINISTRATION }).sort());
});

it("works by finger, keyboard and screen reader for a visitor, does not move or flash, opens offline", async () => {
  const pages = { ...OPEN, ...NOWHERE };
  const browser = await stack.browser();
  const page = await browser.newPage();
  await followTheme(page);
  await page.goto(stack.network.url);
  expect(await troubleOn(browser, page, pages, ON_PAGES)).toEqual([]);
  expect(await troubleOn(browser, page, GUIDES, OPPOSITE)).toEqual([]);
  await untilInstalled(page);
  await browser.close();

  stack.network.cut();
  const restarted = await (await stack.browser()).newPage();
  for (const [path, heading] of Object.entries(pages)) {
    await openPage(restarted, `${stack.network.url}${path}`, heading);
    expect(new URL(restarted.url()).pathname).toBe(path);
  }
  stack.network.restore();
});

it("is accessible in each step of signing in, and of a forgotten password", async () => {
  const { backend, technician } = stack;
  const page = await (await stack.browser("steps")).newPage();
  await page.route("**/auth/v1/settings", (route) =>
    route.fulfill({ json: { external: { google: true } } }),
  );
  // The links in the server's mails lead to its own address.
  await page.goto(backend.url);
  const trouble = await troubleIn(page, OPPOSITE, async ({ go, look }) => {
    await go("/auth");
    await page.getByRole("button", { name: "Continue with Google" }).waitFor();
    await look("another service to sign in with");
    await enter(page, "not-this");
    await untilSaid(page, "Email or password is wrong.");
    await look("wrong password");

    const before = mailTo(backend, technician).length;
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.getByRole("heading", { name: "Forgot password" }).waitFor();
    await page.getByLabel("Email").fill(technician);
    await press(page, "Ask for a link");
    await page.getByText(`If there is an account for ${technician}`).waitFor();
    await look("forgotten password");
    const mailed = () => linkIn(mailTo(backend, technician)[before]);
    await expect.poll(mailed).toBeDefined();
    const link = mailed() ?? "";
    await page.goto(link);
    await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
    await look("new password");
    await page.goto(link);
    await page.getByRole("link", { name: "Send a new link" }).waitFor();
    await look("expired link");
  });
  expect(trouble, trouble.join("\n")).toEqual([]);
});

it("is accessible where it asks for a second factor, and on a device that keeps nothing", async () => {
  // The link of the forgotten password has ended the password.
  await proveAddress(stack, stack.technician);
  // Security keys are bound to a host name, and a numeric address is none.
  const origin = stack.network.url.replace("127.0.0.1", "localhost");
  const browser = await stack.browser("factors");
  const page = await browser.newPage();
  const server = new FactorServer(origin, await demoKey());
  await server.serve(page);
  const key = await plugInKey(page);
  await key.dismiss(true);
  await page.goto(origin);
  const trouble = await troubleIn(page, OPPOSITE, async ({ go, look }) => {
    await go("/auth");
    server.factors = [];
    server.add("totp", "Old phone");
    server.add("phone", "My number", PHONE_NUMBER);
    server.add("webauthn", "Office key");
    await enter(page, PASSWORD);
    await page.getByText(`Signing in as ${stack.technician}`).waitFor();
    await page.getByText("Your authenticator app shows it.").waitFor();
    await look("code of an app");
    await page.getByLabel("6-digit code").fill("314159");
    await press(page, "Verify");
    await untilSaid(page, "That code is not right. Enter the one your app shows now.");
    await look("wrong code of an app");
    await press(page, "Office key (security key)");
    await press(page, "Use security key or passkey");
    await untilSaid(page, "The dialog was closed, or it took too long. Try again.");
    await look("closed dialog of a key");
    await press(page, "My number (phone)");
    await page.getByText("We sent a code to the phone that ends in 42.").waitFor();
    await page.getByLabel("6-digit code").fill("314159");
    await press(page, "Verify");
    await untilSaid(page, "That code is not right. Enter the one that was sent last.");
    await look("wrong code that was sent");
  });
  expect(trouble, trouble.join("\n")).toEqual([]);
  await page.unrouteAll({ behavior: "ignoreErrors" });

  for (const [fault, heading] of [
    ["fails", "Nothing can be kept on this device"],
    ["hangs", "This device's storage does not answer"],
  ] as const) {
    const tab = await browser.newPage();
    await tab.goto(`${stack.network.url}/terms`);
    await breakStorage(tab, fault);
    const found = await troubleIn(tab, [DARK_PHONE], async ({ go, lookAtAll }) => {
      await go("/auth");
      await tab.getByRole("heading", { level: 1, name: heading }).waitFor();
      await lookAtAll(heading);
    });
    expect(found).toEqual([]);
  }
});

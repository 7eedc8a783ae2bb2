// @module-tag rest

import type { Page } from "playwright";
import { afterEach, beforeEach, expect, it } from "vitest";
import { untilToast } from "../support/e2e/pages.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { type RealOidcProvider, startRealOidcProvider } from "../support/real-oidc-provider.ts";

let provider: RealOidcProvider;
let stack: Stack;

beforeEach(async () => {
  provider = await startRealOidcProvider();
  const { issuer, clientId: client_id, clientSecret: client_secret } = provider;
  const company = { id: "company", name: "Cascade account", issuer, client_id, client_secret };
  stack = await startStack({
    withProvider: false,
    isPublic: true,
    env: { OIDC_PROVIDERS: JSON.stringify([company]) },
  });
  provider.serve(stack.network.url);
});
afterEach(async () => {
  await stack.stop();
  await provider.stop();
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const ways = (page: Page) => page.getByRole("list", { name: "Ways to sign in" });

it("signs a technician in with the company's provider, which they remove and add again", async () => {
  const browser = await stack.browser("external");
  const page = await browser.newPage();
  const { url } = stack.network;

  provider.person = { sub: "stranger", email: "stranger@elsewhere.example", email_verified: true };
  await page.goto(`${url}/auth`);
  await button(page, "Continue with Cascade account").waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  const label = button(page, "Continue with Cascade account").locator(".mantine-Button-label");
  expect(await label.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, "Continue with Cascade account").click();
  await page.getByText("The other service did not sign you in.").waitFor();
  await expect.poll(() => new URL(page.url()).hash).toBe("");

  // Another person at the same browser: the provider would remember the first.
  await page.context().clearCookies();
  provider.person = {
    sub: "t-1",
    email: stack.technician,
    email_verified: true,
    name: "Fay Field",
  };
  await button(page, "Continue with Cascade account").click();
  await page.waitForURL("**/dashboard");
  const visited = await page.evaluate(() => JSON.stringify([location.href, document.referrer]));
  expect(visited).not.toContain("code=");

  await page.goto(`${url}/settings`);
  await ways(page).getByText("Cascade account").waitFor();
  await expect.poll(() => ways(page).getByRole("listitem").count()).toBe(2);
  await button(page, "Remove Cascade account").click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await untilToast(page, "status", "Removed");
  await page.getByText("Your only way in, so it stays.").waitFor();
  expect(await button(page, "Remove Email and password").isDisabled()).toBe(true);

  await button(page, "Add Cascade account").click();
  await untilToast(page, "status", "Added");
  await ways(page).getByText("Cascade account").waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await browser.close();
});

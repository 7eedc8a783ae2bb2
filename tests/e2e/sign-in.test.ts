import type { Page } from "playwright";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { stackForTests } from "../support/e2e/pages.ts";
import { PASSWORD } from "../support/e2e/stack.ts";
import { linkIn, mailTo } from "../support/mail.ts";

const NEW_PASSWORD = "another-one";

const stack = stackForTests({ withProvider: false, isPublic: true });
let browser: ChromiumProcess;
let page: Page;
let devices = 0;

beforeEach(async () => {
  browser = await stack.browser(`device-${++devices}`);
  page = await browser.newPage();
  await page.goto(`${stack.network.url}/auth`);
});
afterEach(async () => {
  stack.network.restore();
  await browser.close();
});

const heading = (name: string) => page.getByRole("heading", { name, exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const link = (name: string) => page.getByRole("link", { name, exact: true });
const alert = (text: string) => page.getByRole("alert").filter({ hasText: text });

async function signIn(email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button("Sign In").click();
}

/**
 * Waits for the heading first: the previous step has a field with the same name, and text typed
 * there would be lost with it.
 */
async function forgetPassword(email: string): Promise<void> {
  await link("Forgot password?").click();
  await heading("Forgot password").waitFor();
  await page.getByLabel("Email").fill(email);
  await button("Ask for a link").click();
}

/** Asks for a link, and reads it from the mail that the backend delivers. */
async function resetLink(email: string): Promise<string> {
  const before = mailTo(stack.backend, email).length;
  await forgetPassword(email);
  await page
    .getByRole("status")
    .filter({ hasText: `If there is an account for ${email}, a link was made.` })
    .waitFor();
  const mailed = () => linkIn(mailTo(stack.backend, email)[before]);
  await expect.poll(mailed).toBeDefined();
  const address = new URL(mailed() ?? "");
  address.searchParams.set("redirect_to", `${stack.network.url}/auth`);
  return address.href;
}

it("keeps Sign In and Request access in their places, whatever it has to say", async () => {
  await button("Sign In").waitFor();
  const places = () =>
    page.evaluate(() => {
      const found = document.querySelectorAll('button[type="submit"], a[href="/early-access"]');
      return [...found].map((each) => each.getBoundingClientRect().top + scrollY);
    });
  const before = await places();
  expect(before).toHaveLength(2);
  await button("Sign In").click();
  await alert("Enter your email. Enter your password.").waitFor();
  expect(await places()).toEqual(before);
  const email = page.getByLabel("Email");
  expect(await email.getAttribute("aria-invalid")).toBe("true");
  await signIn(stack.technician, "not-this");
  await alert("Email or password is wrong.").waitFor();
  expect(await email.inputValue()).toBe(stack.technician);
  expect(await places()).toEqual(before);
  await button("Sign In").dblclick();
  await alert("Email or password is wrong.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/auth");
  expect(await places()).toEqual(before);
});

it("opens the address that was asked for, once, and the dashboard after signing out", async () => {
  await page.goto(`${stack.network.url}/history?agent=voice`);
  await page.waitForURL("**/auth");
  await signIn(stack.technician, "not-this");
  await alert("Email or password is wrong.").waitFor();
  await page.reload();
  await signIn(stack.technician, PASSWORD);
  await page.waitForURL("**/history?agent=voice");
  await page.getByRole("button", { name: "Logout" }).first().click();
  await page.waitForURL("**/auth");
  await signIn(stack.technician, PASSWORD);
  await page.waitForURL("**/dashboard");
});

it("opens no address of another site after signing in, however it is asked for", async () => {
  const asked = [
    "//elsewhere.example/history",
    "/history//elsewhere.example",
    "/auth?next=https://elsewhere.example/",
    "/auth?redirect_to=//elsewhere.example/",
  ];
  for (const path of asked) {
    await page.goto(`${stack.network.url}${path}`);
    if (!path.startsWith("/auth")) await page.goto(`${stack.network.url}/auth`);
    await signIn(stack.technician, PASSWORD);
    await page.getByRole("button", { name: "Logout" }).first().waitFor();
    expect(new URL(page.url()).origin, path).toBe(new URL(stack.network.url).origin);
    expect(new URL(page.url()).pathname, path).toBe("/dashboard");
    await page.getByRole("button", { name: "Logout" }).first().click();
    await page.waitForURL("**/auth");
  }
});

it("signs in to a demo account with one tap, and offers no service that is switched off", async () => {
  const tap = page.getByRole("button", { name: stack.technician });
  await tap.waitFor();
  expect(await page.getByRole("button", { name: /Continue with/ }).count()).toBe(0);
  await tap.click();
  await page.waitForURL("**/dashboard");
  expect(browser.consoleTrouble).toEqual([]);
});

it("changes a forgotten password with a link that works once", async () => {
  const address = await resetLink(stack.administrator);
  await page.goto(address);
  await heading("Choose a new password").waitFor();
  expect(page.url()).toBe(`${stack.network.url}/auth`);
  await page.getByText(`For ${stack.administrator}`).waitFor();
  // Nobody is signed in before the new password is chosen.
  const other = await browser.newPage();
  await other.goto(`${stack.network.url}/dashboard`);
  await other.waitForURL("**/auth");
  await other.close();

  await page.getByLabel("New password", { exact: true }).fill("short");
  await button("Save and sign in").click();
  await alert("At least 6 characters.").waitFor();
  await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
  await button("Save and sign in").click();
  await page.waitForURL("**/admin");
  // The browser may keep the previous page in its back/forward cache and then does not load it: the
  // page must notice the sign-in by itself.
  await page.goBack({ waitUntil: "commit" });
  expect(page.url()).not.toContain("access_token");
  await page.waitForURL("**/admin", { waitUntil: "commit" });

  const pulled = page.waitForResponse(/\/rest\/v1\/user_roles/);
  await page.goto(`${stack.network.url}/dashboard`);
  // Waits for running requests, because the logout would make the server refuse them, and the
  // console would report that.
  await pulled;
  await page.waitForLoadState("networkidle");
  await button("Logout").first().click();
  await page.waitForURL("**/auth");
  await heading("Sign In").waitFor();
  expect(await page.getByText("Your session has ended").count()).toBe(0);
  await page.goto(address);
  await alert("This link has expired or was used before. Ask for a new one.").waitFor();
  await link("Send a new link").click();
  await heading("Forgot password").waitFor();
  await link("Back to sign in").click();

  await signIn(stack.administrator, PASSWORD);
  await alert("Email or password is wrong.").waitFor();
  await signIn(stack.administrator, NEW_PASSWORD);
  await page.waitForURL("**/admin");
  // The logout makes the server refuse a request that began at that moment.
  const trouble = browser.consoleTrouble.filter((line) => !/status of 40[013]/.test(line));
  expect(trouble).toEqual([]);
});

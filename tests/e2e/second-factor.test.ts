// @module-tag rest

import type { Page, Route } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { axeTrouble } from "../support/e2e/axe.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { targetTrouble } from "../support/e2e/page-checks.ts";
import { SCREENS, show } from "../support/e2e/screens.ts";
import { PASSWORD, type Stack, startStack } from "../support/e2e/stack.ts";
import { claimsOf, demoKey, type SigningKey, signToken } from "../support/signing-keys.ts";

const CODE = "271828";
const CHALLENGE = "0d6f8a52-8c5b-4b5e-8d58-5b6a0c3d9f10";
const WRONG = "That code is not right. Enter the one your app shows now.";
const FACTOR = {
  id: "6f1c0bd2-5f0e-4f5d-9d3b-2f5a8a0c7e11",
  created_at: "2025-01-01T00:00:00Z",
  updated_at: "2025-01-01T00:00:00Z",
  friendly_name: "Phone",
  factor_type: "totp",
  status: "verified",
};

/** A session as the auth server sends it; only the part that depends on the second factor. */
interface Session {
  access_token: string;
  user: object;
}

let stack: Stack;
let key: SigningKey;
let browser: ChromiumProcess;
let page: Page;

beforeAll(async () => {
  key = await demoKey();
  stack = await startStack({ withProvider: false });
});
afterAll(() => stack.stop());
beforeEach(async ({ task }) => {
  browser = await stack.browser(task.id);
  page = await browser.newPage();
  await addFactor(page);
  await page.goto(`${stack.network.url}/auth`);
});
afterEach(async () => {
  // A page that closes leaves unfinished requests behind.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await browser.close();
});

const field = () => page.getByLabel("6-digit code");
const button = (name: string) => page.getByRole("button", { name, exact: true });

/**
 * Makes the page see a second factor for everybody, in Supabase's wire format, without enrolling
 * one on the embedded auth server.
 */
async function addFactor(to: Page): Promise<void> {
  let passed: Session | null = null;
  const auth = "**/auth/v1";
  await to.route(`${auth}/token?grant_type=password`, async (route) => {
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    passed = (await response.json()) as Session;
    await route.fulfill({ response, json: atLevel(passed, "aal1") });
  });
  await to.route(`${auth}/user`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: withFactor((await response.json()) as object) });
  });
  await to.route(`${auth}/factors/${FACTOR.id}/challenge`, (route) =>
    route.fulfill({
      json: { id: CHALLENGE, type: "totp", expires_at: Math.floor(Date.now() / 1000) + 300 },
    }),
  );
  await to.route(`${auth}/factors/${FACTOR.id}/verify`, (route) => verify(route, passed));
}

function verify(route: Route, passed: Session | null): Promise<void> {
  const given = route.request().postDataJSON() as { challenge_id: string; code: string };
  if (passed !== null && given.challenge_id === CHALLENGE && given.code === CODE) {
    return route.fulfill({ json: atLevel(passed, "aal2") });
  }
  return route.fulfill({
    status: 422,
    headers: { "x-supabase-api-version": "2024-01-01" },
    json: { code: "mfa_verification_failed", message: "Invalid TOTP code entered" },
  });
}

function withFactor(user: object): object {
  return { ...user, factors: [FACTOR] };
}

/**
 * The session with an access token of this assurance level, signed as the backend signs its own.
 */
function atLevel(session: Session, aal: "aal1" | "aal2"): Session {
  const access_token = signToken(key, { ...claimsOf(session.access_token), aal });
  return { ...session, access_token, user: withFactor(session.user) };
}

/** Signs in with email and password; ends at the step that asks for the code. */
async function reachStep(): Promise<void> {
  await page.getByLabel("Email").fill(stack.technician);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await button("Sign In").click();
  await page.getByText(`Signing in as ${stack.technician}`).waitFor();
}

const untilFocused = () =>
  page.waitForFunction(() => document.activeElement?.getAttribute("name") === "code");

async function untilSaid(words: string): Promise<void> {
  await page.getByRole("alert").filter({ hasText: words }).waitFor();
  await untilFocused();
  const described = await field().evaluate((input) =>
    input
      .getAttribute("aria-describedby")
      ?.split(" ")
      .map((id) => document.getElementById(id)?.textContent),
  );
  expect(described).toContain(words);
  expect(await field().getAttribute("aria-invalid")).toBe("true");
}

it("asks for a code, says beside the field that one is wrong, and signs in with the right one", async () => {
  await reachStep();
  await untilFocused();
  await page.keyboard.press("Enter");
  await untilSaid("Enter the 6 digits.");
  await field().fill("314159");
  // Clicked as a finger does it, which moves the focus to the button.
  await button("Verify").click();
  await untilSaid(WRONG);
  // Nobody is signed in yet: the password alone opens no page.
  const other = await browser.newPage();
  await other.goto(`${stack.network.url}/dashboard`);
  await other.waitForURL("**/auth");
  await other.close();

  await page.keyboard.type(`${CODE.slice(0, 3)} ${CODE.slice(3)}`);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard");
  await page.getByText(/^Welcome, (?!Agent)/).waitFor();
  expect(browser.consoleTrouble.filter((line) => !line.includes("status of 422"))).toEqual([]);
});

it("goes back to the password, by its own button and by the browser's back button", async () => {
  for (const back of [() => button("Back to sign in").click(), () => page.goBack()]) {
    await reachStep();
    await back();
    await page.getByRole("heading", { name: "Sign In" }).waitFor();
    expect(page.url()).toBe(`${stack.network.url}/auth`);
    expect(await page.getByLabel("Email").inputValue()).toBe(stack.technician);
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
  }
  expect(browser.consoleTrouble).toEqual([]);
});

it("is accessible, in both themes and sizes", async () => {
  const folder = process.env.SCREENSHOTS;
  const trouble: string[] = [];
  for (const screen of SCREENS) {
    await show(page, screen);
    await page.goto(`${stack.network.url}/auth`);
    await reachStep();
    for (const step of ["code", "wrong-code"]) {
      if (step === "wrong-code") {
        await field().fill("314159");
        await button("Verify").click();
        await untilSaid(WRONG);
      }
      const at = `${step}-${screen.theme}-${screen.width}`;
      if (folder) await page.screenshot({ path: `${folder}/${at}.png` });
      const found = [...(await axeTrouble(page)), ...(await targetTrouble(page))];
      trouble.push(...found.map((line) => `${at}: ${line}`));
    }
  }
  expect(trouble).toEqual([]);
});

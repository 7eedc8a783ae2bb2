// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { holdRequests, refuse } from "../support/e2e/hold-requests.ts";
import { signedIn } from "../support/e2e/pages.ts";
import { PHONE } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { untilToast } from "../support/e2e/toasts.ts";
import { signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ withProvider: false, ownBackend: true });
  // Somebody has no company.
  const path = `profiles?email=eq.${stack.administrator}`;
  await rest(stack.backend, "service", "PATCH", path, { company_id: null });
});
afterAll(() => stack.stop());

/** Answers "in an hour" to requests for these tables until they are taken out. */
async function putOff(page: Page, refused: Set<RegExp>): Promise<void> {
  await page.context().route(
    ({ href }) => [...refused].some((table) => table.test(href)),
    (route) =>
      route.fulfill({
        status: 503,
        headers: { "retry-after": "3600" },
        json: { message: "Out of order" },
      }),
  );
}

/** Makes the page behave as in a hidden tab, which does not ask the server by itself. */
async function lookAway(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  });
}

interface List {
  address: string;
  /** Found in the address of its request. */
  table: RegExp;
  failed: string;
  /** What is shown once it has come. */
  shown: (page: Page) => ReturnType<Page["locator"]>;
  open?: (page: Page) => Promise<void>;
}

const text = (words: string) => (page: Page) => page.getByText(words, { exact: true });
const items = (name: string) => (page: Page) =>
  page.getByRole("list", { name, exact: true }).getByRole("listitem").first();

/** Every list of the administration. The companies come first: the others need one. */
const ADMINISTRATION: readonly List[] = [
  {
    address: "/admin?tab=companies",
    table: /\/v1\/company_overview/,
    failed: "The companies could not be loaded.",
    shown: items("Companies"),
  },
  {
    address: "/admin?tab=users",
    table: /\/v1\/profiles\?.*company_id=eq/,
    failed: "The team members could not be loaded.",
    shown: items("Team Members"),
  },
  {
    address: "/admin?tab=companies",
    table: /\/v1\/profiles\?.*company_id=is\.null/,
    failed: "The people without a company could not be loaded.",
    shown: items("Without a company"),
  },
  {
    address: "/admin?tab=activity-logs",
    table: /\/v1\/agent_logs/,
    failed: "The activity could not be loaded.",
    shown: text("No activity yet"),
  },
  {
    address: "/admin?tab=knowledge-base",
    table: /\/v1\/knowledge_base/,
    failed: "The documents could not be loaded.",
    shown: items("Documents"),
  },
  {
    address: "/admin?tab=answers",
    table: /\/v1\/answers_to_review/,
    failed: "The answers could not be loaded.",
    shown: text("No answers to look at"),
  },
  {
    address: "/admin?tab=golden-set",
    table: /\/v1\/golden_questions/,
    failed: "The golden set could not be loaded.",
    shown: text("No golden questions yet"),
  },
  {
    address: "/admin?tab=vocabulary",
    table: /\/v1\/vocabulary_terms/,
    failed: "The vocabulary could not be loaded.",
    shown: text("No terms yet"),
  },
  {
    address: "/admin?tab=ai-settings",
    table: /\/v1\/ai_prompt_settings/,
    failed: "The prompts could not be loaded.",
    shown: items("Prompts"),
  },
  {
    address: "/detailed-logs",
    table: /\/v1\/detailed_agent_logs/,
    failed: "The logs could not be loaded.",
    shown: text("No logs found matching your filters"),
  },
  {
    address: "/detailed-logs",
    table: /\/v1\/agent_usage_analytics/,
    failed: "The analytics could not be loaded.",
    shown: text("No requests in the last 30 days"),
    open: (page) => page.getByRole("tab", { name: "Analytics Summary" }).click(),
  },
  {
    address: "/admin?tab=users",
    table: /\/v1\/account_changes/,
    failed: "What was done so far could not be loaded.",
    shown: (page) => page.getByRole("dialog").getByRole("listitem").first(),
    open: (page) =>
      page.getByRole("button", { name: "Reset Password or Second Factor" }).first().click(),
  },
  {
    address: "/contact-submissions",
    table: /\/v1\/contact_form_submissions/,
    failed: "The submissions could not be loaded.",
    shown: text("No submissions yet."),
  },
];

/** The lists of a technician. */
const OWN: readonly List[] = [
  {
    address: "/history",
    table: /\/v1\/agent_logs/,
    failed: "Your history could not be loaded.",
    shown: text("No agent history found"),
  },
  {
    address: "/ask-agent",
    table: /\/v1\/ask_agent_conversations/,
    failed: "Your conversation could not be loaded.",
    shown: text("Ask about company documents, statements of work and policies."),
  },
  {
    address: "/label-agent",
    table: /\/v1\/knowledge_base/,
    failed: "The list of manuals could not be loaded.",
    shown: items("Manuals"),
    open: (page) => page.getByRole("button", { name: "Manuals" }).click(),
  },
];

it.each([
  ["an administrator", "superAdministrator", ADMINISTRATION],
  ["a technician", "technician", OWN],
] as const)(
  "says of every list of %s that it failed, and Retry brings it",
  async (_, who, lists) => {
    const page = await (await stack.browser(who)).newPage();
    await page.setViewportSize(PHONE);
    const refused = new Set(lists.map(({ table }) => table));
    await putOff(page, refused);
    await signInAs(page, stack.network.url, stack[who]);
    for (const { address, table, failed, shown, open } of lists) {
      await page.goto(`${stack.network.url}${address}`);
      await open?.(page);
      const place = page.getByText(failed, { exact: true }).locator("..");
      await place.waitFor();
      expect(await shown(page).count(), address).toBe(0);
      await lookAway(page);
      // What the page still asks by itself must not bring the list before the button is pressed.
      const letPass = await holdRequests(page.context(), table);
      refused.delete(table);
      await place.getByRole("button", { name: "Retry" }).click();
      letPass();
      await shown(page).waitFor();
      await page.getByText(failed).waitFor({ state: "detached" });
    }
  },
);

it("tells an administrator the server's reason when a list could not be loaded", async () => {
  const page = await signedIn(stack, stack.superAdministrator, { device: "told" });
  const reason = "Out of order";
  for (const [address, table, title, message] of [
    ["/admin?tab=companies", /\/v1\/company_overview/, "Error loading companies", reason],
    ["/admin?tab=users", /\/v1\/profiles\?.*company_id=eq/, "Error loading users", reason],
    ["/admin?tab=knowledge-base", /\/v1\/knowledge_base/, "Error loading files", reason],
    ["/admin?tab=ai-settings", /\/v1\/ai_prompt_settings/, "Error loading prompts", reason],
    [
      "/contact-submissions",
      /\/v1\/contact_form_submissions/,
      "Error",
      "Failed to load contact submissions.",
    ],
  ] as const) {
    const letPass = await refuse(page, ["GET"], table, reason);
    await page.goto(`${stack.network.url}${address}`);
    await untilToast(page, "alert", title, message);
    await letPass();
  }
});

it("shows what was here, says from when it is, and Retry refreshes it", async () => {
  const page = await signedIn(stack, stack.technician, { device: "stale" });
  await page.goto(`${stack.network.url}/history`);
  await page.getByText("No agent history found").waitFor();
  const refused = new Set([/\/v1\/agent_logs/]);
  await putOff(page, refused);
  const logged = page.waitForEvent("console", (line) =>
    line.text().startsWith("The history could not be loaded:"),
  );
  await page.reload();
  const notice = page.getByText(/^Could not be refreshed\. Showing what was here at \d+:\d\d/);
  await notice.waitFor();
  await logged;
  await page.getByText("No agent history found").waitFor();
  await lookAway(page);
  const letPass = await holdRequests(page.context(), "**/rest/v1/agent_logs*");
  refused.clear();
  await page.getByRole("button", { name: "Retry" }).click();
  letPass();
  await notice.waitFor({ state: "detached" });
  // The button is gone, and the keyboard goes on from the page.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
});

it("says of a list that is slow that it is loading, and not that it is empty", async () => {
  const page = await (await stack.browser("slow")).newPage();
  const answer = await holdRequests(page.context(), "**/rest/v1/agent_logs*");
  await signInAs(page, stack.network.url, stack.technician);
  await page.goto(`${stack.network.url}/history`);
  await page.getByText("Loading your history...").waitFor();
  expect(await page.getByText("No agent history found").count()).toBe(0);
  answer();
  await page.getByText("No agent history found").waitFor();
  await page.locator("[data-loading]").waitFor({ state: "detached" });
});

it("says without a network that a list never came to this device", async () => {
  const page = await (await stack.browser("absent")).newPage();
  // The history is asked for once after the sign-in.
  await page.context().route("**/rest/v1/agent_logs*", (route) => route.abort());
  await signInAs(page, stack.network.url, stack.technician);
  await untilInstalled(page);
  await page.context().setOffline(true);
  await page.goto(`${stack.network.url}/history`);
  await page.getByText("Your history is not on this device yet.").waitFor();
  expect(await page.getByText("No agent history found").count()).toBe(0);
  await page.context().unroute("**/rest/v1/agent_logs*");
  await page.context().setOffline(false);
  await page.getByText("No agent history found").waitFor();
});

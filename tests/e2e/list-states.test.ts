// @module-tag rest

import type { Locator, Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { holdRequests, refuse } from "../support/e2e/hold-requests.ts";
import { signedIn, stackForTests, untilToast } from "../support/e2e/pages.ts";
import { PHONE } from "../support/e2e/screens.ts";
import { signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

const stack = stackForTests({ withProvider: false, ownBackend: true });
beforeAll(async () => {
  // Somebody has no company.
  const path = `profiles?email=eq.${stack.administrator}`;
  await stack.write("PATCH", path, { company_id: null });
});

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

const text = (words: string) => (page: Page) => page.getByText(words, { exact: true });
const items = (name: string) => (page: Page) =>
  page.getByRole("list", { name, exact: true }).getByRole("listitem").first();
const press = (name: string) => (page: Page) => page.getByRole("button", { name }).first().click();

/** Its page, what its request's address has, what failed, what is shown once it has come, and how it opens. */
type List = readonly [
  address: string,
  table: RegExp,
  failed: string,
  shown: (page: Page) => Locator,
  open?: (page: Page) => Promise<void>,
];

const SIGN_IN = "Reset Password or Second Factor";
const doneSoFar = (page: Page) => page.getByRole("dialog").getByRole("listitem").first();
const openFigures = (page: Page) => page.getByRole("tab", { name: "Analytics Summary" }).click();
const ASK = "Ask about company documents, statements of work and policies.";

/** Lists of the administration, one of each kind. The companies come first: the others need one. */
const ADMINISTRATION: readonly List[] = [
  ["/admin?tab=companies", /\/company_overview/, "The companies", items("Companies")],
  ["/admin?tab=users", /\/profiles\?.*company_id=eq/, "The team members", items("Team Members")],
  ["/admin?tab=activity-logs", /\/entries\?/, "The activity", text("No activity yet")],
  ["/admin?tab=knowledge-base", /\/knowledge_base/, "The documents", items("Documents")],
  ["/admin?tab=jobs", /\/jobs/, "The jobs", text("No jobs yet")],
  ["/admin?tab=integrations", /\/webhooks/, "The integrations", text("No webhooks yet")],
  ["/admin?tab=ai-settings", /\/ai_prompt_settings/, "The prompts", items("Prompts")],
  [
    "/detailed-logs",
    /\/detailed_agent_logs/,
    "The logs",
    text("No logs found matching your filters"),
  ],
  [
    "/detailed-logs",
    /\/agent_usage_analytics/,
    "The analytics",
    text("No requests in the last 30 days"),
    openFigures,
  ],
  ["/admin?tab=users", /\/account_changes/, "What was done so far", doneSoFar, press(SIGN_IN)],
  [
    "/contact-submissions",
    /\/contact_form_submissions/,
    "The submissions",
    text("No submissions yet."),
  ],
];

const OWN: readonly List[] = [
  ["/history", /\/agent_logs/, "Your history", text("No agent history found")],
  ["/ask-agent", /\/ask_agent_conversations/, "Your conversation", text(ASK)],
  ["/label-agent", /\/knowledge_base/, "The list of manuals", items("Manuals"), press("Manuals")],
];

it.each([
  ["an administrator", "superAdministrator", ADMINISTRATION],
  ["a technician", "technician", OWN],
] as const)(
  "says of each list of %s that it failed, and Retry brings it",
  async (_, who, lists) => {
    const page = await (await stack.browser(who)).newPage();
    await page.setViewportSize(PHONE);
    const refused = new Set(lists.map(([, table]) => table));
    await putOff(page, refused);
    await signInAs(page, stack.network.url, stack[who]);
    for (const [address, table, what, shown, open] of lists) {
      await page.goto(`${stack.network.url}${address}`);
      await open?.(page);
      const failed = `${what} could not be loaded.`;
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

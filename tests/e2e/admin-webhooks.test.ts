// @module-tag rest

import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { isFocused, signedIn, stackForTests, untilToast } from "../support/e2e/pages.ts";
import { DESKTOP } from "../support/e2e/screens.ts";

const URL_OF_CRM = "https://crm.example.com/notes";

const stack = stackForTests({ withProvider: false });
let page: Page;

beforeAll(async () => {
  page = await signedIn(stack, stack.administrator, { size: DESKTOP });
  await page.goto(`${stack.network.url}/admin?tab=integrations`);
});

const region = () => page.getByRole("region", { name: "Webhooks" });
const button = (name: string | RegExp) => region().getByRole("button", { name });
const list = (name: string) => region().getByRole("list", { name, exact: true });
const dialog = (name: string) => page.getByRole("dialog", { name });
const card = () => list("Webhooks").getByRole("listitem");
const delivery = () => list("Deliveries").getByRole("listitem");

it("says which addresses are refused and why, and adds one with a secret that is shown once", async () => {
  await region().getByText("No webhooks yet").waitFor();
  for (const [address, why] of [
    ["crm", "Enter an address that begins with https://"],
    ["http://crm.example.com/", "Only https:// is possible: others can read what is sent."],
    ["https://me:password@crm.example.com/", "An address can't have a name or password"],
  ] as const) {
    await region().getByLabel("Address").fill(address);
    await button("Add webhook").click();
    await region().getByText(why).waitFor();
  }
  await region().getByLabel("Address").fill(` ${URL_OF_CRM} `);
  await button("Add webhook").click();
  await card().getByRole("heading", { name: URL_OF_CRM }).waitFor();
  const secret = String(await region().getByRole("status").locator("code").textContent());
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await page.reload();
  await card().waitFor();
  expect(await region().textContent()).not.toContain(secret);
  await button(`New secret: ${URL_OF_CRM}`).click();
  await dialog("Make a new secret?").getByRole("button", { name: "Make a new one" }).click();
  const renewed = region().getByRole("status").locator("code");
  await expect.poll(() => renewed.textContent()).toMatch(/^whsec_/);
  expect(await renewed.textContent()).not.toBe(secret);
  expect(await isFocused(region())).toBe(true);
});

it("chooses events, and pauses", async () => {
  await card().getByRole("checkbox", { name: "Photo" }).click();
  await untilToast(page, "status", "Events changed");
  await button(`Pause: ${URL_OF_CRM}`).click();
  await untilToast(page, "status", "Webhook: Pause");
  await card().getByText("Paused").waitFor();
  expect(await stack.rows("webhooks", "select=url,events,is_paused")).toEqual([
    {
      ...{ url: URL_OF_CRM, is_paused: true },
      events: ["note", "correction", "assignment", "question"],
    },
  ]);
});

it("shows a delivery as it waits and as it failed, opens what it says, and sends it again", async () => {
  const user_id = await stack.userId(stack.technician);
  const entry = { user_id, agent_type: "voice", input_type: "voice", input_data: "The pump hums." };
  await stack.write("POST", "agent_logs", entry);
  await delivery().getByText("Waiting").waitFor();
  await delivery().getByText("Not sent yet.").waitFor();
  await button(/^Payload: Voice note/).click();
  await region()
    .getByText(/"input": "The pump hums\."/)
    .waitFor();

  const failed = { state: "failed", attempts: 21, status_code: 503, answer: "Busy" };
  const answered = { ...failed, answered_at: new Date().toISOString() };
  await stack.write("PATCH", `webhook_deliveries?company_id=eq.${stack.company.id}`, answered);
  await delivery().getByText("Failed").waitFor();
  await delivery()
    .getByText(/^21 attempts, .* Answer 503: “Busy”\.$/)
    .waitFor();
  await card()
    .getByText(/^1 delivery failed since/)
    .waitFor();

  await button(/^Send again: Voice note/).click();
  await untilToast(page, "status", "Sent again");
  await delivery().getByText("Waiting").waitFor();
  await card()
    .getByText(/failed since/)
    .waitFor({ state: "detached" });
  expect(await stack.rows("webhook_deliveries", "select=state,attempts")).toEqual([
    { state: "waiting", attempts: 0 },
  ]);
});

it("says what the deletion of a webhook takes along", async () => {
  await button(`Delete: ${URL_OF_CRM}`).click();
  await dialog("Delete webhook?").getByText("are deleted, too (1, not sent yet: 1).").waitFor();
  await dialog("Delete webhook?").getByRole("button", { name: "Delete" }).click();
  await untilToast(page, "status", "Webhook deleted", URL_OF_CRM);
  await region().getByText("No webhooks yet").waitFor();
  expect(await stack.rows("webhook_deliveries")).toEqual([]);
});

// @module-tag rest

import type { Page } from "playwright";
import { beforeEach, expect, it } from "vitest";
import { addKestrelManual, ask } from "../support/e2e/chat-pages.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { signedIn, stackForEachTest } from "../support/e2e/pages.ts";
import { PHONE } from "../support/e2e/screens.ts";

const stack = stackForEachTest();
let browser: ChromiumProcess;
let page: Page;
/** Nothing listens at this address: it is enough that a page is opened there. */
const HOST = "127.0.0.1:9";
const ADDRESS = `http://${HOST}/order?part=4711&seen=K17`;

beforeEach(async () => {
  await addKestrelManual(stack);
  page = await signedIn(stack, stack.technician, { size: PHONE });
  browser = stack.browserOf(page);
});

const answer = () => page.getByRole("log").locator("ol > li").nth(1);
const dialog = () => page.getByRole("dialog", { name: "Open this address?" });
const opened = () => browser.context.pages().length;

it("shows where a link of an answer leads, and asks once for each host before it opens the link", async () => {
  // Given twice: the sentence with the links is not in the document, so the model is asked again.
  const reply = {
    to: "chat",
    do: "answer",
    text: `The float switch is open [1]. [Order the part](${ADDRESS}) or [another](http://${HOST}/else).`,
  } as const;
  stack.provider.respondWith(reply, reply);
  await page.goto(`${stack.network.url}/ask-agent`);
  await ask(page, "What does fault code K17 on the Kestrel 900 mean?");
  const first = answer().getByText("Order the part", { exact: true });
  await first.waitFor();
  expect(await answer().getByText(`(${HOST})`, { exact: true }).count()).toBe(2);
  expect(await answer().getByRole("link").count()).toBe(0);

  const before = opened();
  await first.click({ button: "middle" });
  await first.click({ modifiers: ["Control"] });
  await dialog().getByText(ADDRESS, { exact: true }).waitFor();
  await dialog().getByRole("button", { name: "Cancel" }).click();
  await dialog().waitFor({ state: "detached" });
  expect(opened()).toBe(before);
  expect(await answer().getByRole("link").count()).toBe(0);

  await first.click();
  const [away] = await Promise.all([
    browser.context.waitForEvent("page"),
    dialog().getByRole("link", { name: "Open", exact: true }).click(),
  ]);
  // The page is on its way to the address: what is asked meanwhile may get no answer.
  await expect.poll(() => away.evaluate(() => window.opener === null)).toBe(true);
  await away.close();
  await dialog().waitFor({ state: "detached" });

  // From now on links to this host open like any other, even after the app was reloaded.
  await page.reload();
  const link = answer().getByRole("link", { name: "another", exact: true });
  expect(await link.getAttribute("rel")).toBe("noopener noreferrer nofollow");
  const [again] = await Promise.all([browser.context.waitForEvent("page"), link.click()]);
  await again.close();
  expect(await dialog().count()).toBe(0);
}, 300_000);

// @module-tag rest

import type { Locator, Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { ask, messages, questionBox } from "../support/e2e/chat-pages.ts";
import { signedIn, stackForTests } from "../support/e2e/pages.ts";
import { PHONE } from "../support/e2e/screens.ts";

const QUESTION = "What does E-30 on the HP-240 mean?";
const CAUSE = "the run capacitor has lost its capacity";
const REMEDY = "below 4.5 μF replace it (part 240-2205)";
const HEADING = "6.5 Outdoor unit and defrost, E-30 to E-39";

const stack = stackForTests({ withProvider: false });
let page: Page;

beforeAll(async () => {
  page = await signedIn(stack, stack.technician, { size: PHONE, isInstalled: true });
  await page.goto(`${stack.network.url}/label-agent`);
  await questionBox(page).waitFor();
});

/** One passage, whose paragraph begins at the code, below its heading; in place it opens to its section. */
async function expectWholeThought(passages: Locator): Promise<void> {
  const passage = passages.getByRole("listitem");
  await passage.getByText(REMEDY).waitFor();
  expect(await passage.count()).toBe(1);
  const text = passage.getByText(/^E-30 Outdoor fan of the HP-240\/A/);
  expect(await text.textContent()).toContain(CAUSE);
  await expect.poll(() => text.locator("mark").allTextContents()).toContain("E-30");
  await passage.getByText(HEADING, { exact: true }).waitFor();
  await passage.getByText("Show the whole section").click();
  await passage.getByText("E-31 Outdoor fan of the HP-240/B does not turn.").waitFor();
}

it("answers without a provider by the paragraph with cause and remedy", async () => {
  await ask(page, QUESTION);
  const answer = messages(page).last();
  await answer.getByText("Passages from your documents").waitFor();
  await expectWholeThought(answer.getByRole("list", { name: "Sources" }));
});

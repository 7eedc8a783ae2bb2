// @module-tag rest

import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { ask, messages, questionBox } from "../support/e2e/chat-pages.ts";
import { openRow } from "../support/e2e/rows.ts";
import { DESKTOP, PHONE } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";
import { type ScannedPage, scannedPdf } from "../support/scanned-pdf.ts";

const NAME = "Zentria scanned.pdf";
const SAYS = "3 of 5 pages are pictures: their text is not read (pages 2, 4–5)";
const UNSEARCHED = "3 pages of the documents are pictures, and text in pictures can't be searched.";
/** Nothing of it stands in any document. */
const UNKNOWN = "Quel zephron?";

let stack: Stack;
let admin: Page;
let device: Page;

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
  admin = await (await stack.browser("office")).newPage();
  await admin.setViewportSize(DESKTOP);
  await signInAs(admin, stack.network.url, stack.administrator);
  await admin.getByRole("tab", { name: "Knowledge Base" }).click();
  device = await (await stack.browser("device")).newPage();
  await device.setViewportSize(PHONE);
  await signInAs(device, stack.network.url, stack.technician);
  await untilInstalled(device);
});
afterEach(() => {
  stack.network.restore();
});
afterAll(() => stack.stop());

const text = (line: string): ScannedPage => ({ lines: [line] });

const inAdminList = (words: string) => admin.getByText(words, { exact: true });

it("shows an administrator which pages of an uploaded document are pictures", async () => {
  const pages = [
    text("Tighten the flange of the Zentria to 12 Nm with the quillon spanner."),
    "scanned" as const,
    text("Vent the Zentria for nine minutes before the quillon spanner is put away."),
    "scanned" as const,
    "scanned" as const,
  ];
  const buffer = Buffer.from(await scannedPdf(pages, "Scanned by PaperCam"));
  await admin.getByRole("checkbox", { name: "Label Agent" }).check();
  await admin
    .getByLabel("Choose files or drop them here")
    .setInputFiles({ name: NAME, mimeType: "application/pdf", buffer });
  await openRow(admin, "Documents", NAME);
  await inAdminList(SAYS).waitFor();
  const [row] = await stack.rows("knowledge_base", "select=*&kind=eq.pdf&page_count=eq.5");
  expect(row).toMatchObject({ file_name: NAME, picture_pages: [2, 4, 5] });
});

it("says it with an answer that found nothing, and with no other", async () => {
  await device.goto(`${stack.network.url}/ask-agent`);
  await questionBox(device).waitFor();
  await ask(device, UNKNOWN);
  await messages(device)
    .last()
    .getByText(`I could not find this in your documents. ${UNSEARCHED}`)
    .waitFor();
  await ask(device, "How tight is the flange of the Zentria?");
  await messages(device).last().getByText(/12 Nm/).first().waitFor();
  await messages(device).last().getByText("Passages from your documents").waitFor();
  expect(await messages(device).last().innerText()).not.toContain("picture");
});

it("says it in the list of manuals, and without a network, from what is on the device", async () => {
  await device.goto(`${stack.network.url}/label-agent`);
  await device.getByRole("button", { name: "Manuals", exact: true }).click();
  await device.getByRole("dialog").getByText(SAYS, { exact: true }).waitFor();
  const search = device.getByRole("searchbox", { name: "Search the manuals on this device" });
  await search.fill("quillon");
  await device.getByRole("list", { name: "Passages" }).waitFor();
  await search.fill(UNKNOWN);
  await device
    .getByText(`Nothing was found in the manuals on this device. ${UNSEARCHED}`, { exact: true })
    .waitFor();
  stack.network.cut();
  await device.goto(`${stack.network.url}/ask-agent`);
  await questionBox(device).waitFor();
  await ask(device, UNKNOWN);
  await device
    .getByText(`Nothing about this was found on this device. ${UNSEARCHED}`, { exact: true })
    .last()
    .waitFor();
});

it("forgets it when a version without pictures takes the place of the document", async () => {
  const pages = [text("Tighten the flange of the Zentria to 14 Nm with the quillon spanner.")];
  const buffer = Buffer.from(await scannedPdf(pages));
  await admin
    .getByLabel(`New version of ${NAME}`)
    .setInputFiles({ name: "Zentria typed.pdf", mimeType: "application/pdf", buffer });
  await inAdminList(SAYS).waitFor({ state: "detached" });
  await device.goto(`${stack.network.url}/ask-agent`);
  await questionBox(device).waitFor();
  // Not the question of before: the answer to that may be the last message for a moment.
  const question = "Quel zephron, quel?";
  await ask(device, question);
  const answer = messages(device)
    .filter({ hasText: question })
    .locator("xpath=following-sibling::li");
  await answer.getByText(/could not find this/).waitFor();
  expect(await answer.innerText()).not.toContain("picture");
});

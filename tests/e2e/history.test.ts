// @module-tag rest

import { readFile } from "node:fs/promises";
import { getDocument, OPS } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { stackForTests } from "../support/e2e/pages.ts";
import { PHONE } from "../support/e2e/screens.ts";
import { signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const stack = stackForTests({ withProvider: false });
let page: Page;

const box = () => page.getByRole("searchbox", { name: "Search your history" });
const entries = () => page.getByRole("list", { name: "History" }).getByRole("article");
const untilEntries = (words: readonly RegExp[]) =>
  expect
    .poll(async () => {
      const texts = await entries().allTextContents();
      return texts.length === words.length && texts.every((text, at) => words[at]?.test(text));
    })
    .toBe(true);

beforeAll(async () => {
  const user_id = await stack.userId(stack.technician);
  const log = (daysAgo: number, agent_type: string, input_data: string, said: string) => ({
    ...{ id: crypto.randomUUID(), user_id, agent_type, input_type: "voice", input_data },
    ...{ output_summary: said, created_at: new Date(Date.now() - daysAgo * DAY_MS).toISOString() },
    captured_at: null,
  });
  await stack.write("POST", "agent_logs", [
    log(0, "voice", "Um, the compressor in unit 4 rattles.", "Compressor of unit 4 rattles."),
    log(1, "voice", "Both compressors were replaced.", "Two compressors replaced, 24 V checked."),
    log(1, "ask", "What pressure does HP-240/B need?", "It needs **1.5 bar** [1]."),
    log(9, "voice", "Насос в подвале шумит.", "Насос шумит, «подшипник»."),
  ]);
  page = await (await stack.browser()).newPage();
  await page.setViewportSize(PHONE);
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    const share = async (data: unknown) => void shared.push(data);
    Object.assign(window, { shared });
    Object.defineProperty(navigator, "share", { value: share, configurable: true });
  });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAs(page, stack.network.url, stack.technician);
  await untilInstalled(page);
  await page.goto(`${stack.network.url}/history`);
  await entries().nth(3).waitFor();
  // The page fetches what makes PDF files once it rests; the tests go on without a network.
  await page.waitForFunction(async () => {
    const kept = await (await caches.open("late-code")).keys();
    return kept.some(({ url }) => url.includes("entry-pdf"));
  });
});

it("finds entries without a network, of any language, also misspelled ones", async () => {
  const days = page.getByRole("list", { name: "History" }).getByRole("heading", { level: 2 });
  expect((await days.allTextContents()).slice(0, 2)).toEqual(["Today", "Yesterday"]);
  await page.context().setOffline(true);
  await box().fill("compresor 24v");
  await untilEntries([/24 V checked/]);
  await page.getByText("Showing results for compressor").waitFor();
  await page.getByRole("button", { name: "Search instead for “compresor”" }).click();
  expect(await box().inputValue()).toBe('"compresor" 24v');
  await page.getByText("No entry has all of these words. The closest first.").waitFor();
  await box().fill("насос");
  await untilEntries([/Насос/]);
  await box().fill("zebra");
  await page.getByText("No entry has these words.").waitFor();
  await untilEntries([]);
  await box().fill("");
  await expect.poll(() => entries().count()).toBe(4);
});

it("copies the transcription, and shares an entry as text", async () => {
  const entry = entries().filter({ hasText: "24 V checked" });
  await entry.getByText("Full Transcription").click();
  await entry.getByRole("group").getByRole("button", { name: "Copy" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe("Both compressors were replaced.");
  await entries().filter({ hasText: "Ask Agent" }).getByRole("button", { name: "Share" }).click();
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(Object(window).shared)))
    .toMatch(/Ask Agent, .*Summary\\nIt needs 1\.5 bar\.\\n\\nQuestion\\nWhat pressure/);
  // A browser that offers nothing to other apps.
  await page.evaluate(() => void Object.defineProperty(navigator, "share", { value: undefined }));
  await entries().filter({ hasText: "Ask Agent" }).getByRole("button", { name: "Share" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^Ask Agent, .*\n\nSummary\nIt needs 1\.5 bar\.\n\nQuestion\nWhat pressure/);
});

it("makes a PDF file of an entry without a network, in any alphabet", async () => {
  const saved = async (words: string) => {
    const download = page.waitForEvent("download");
    await entries().filter({ hasText: words }).getByRole("button", { name: "Save as PDF" }).click();
    return download;
  };
  const first = await saved("24 V checked");
  expect(first.suggestedFilename()).toMatch(/^voice-note-\d{4}-\d\d-\d\d-\d{4}\.pdf$/);
  const { text, pictures } = await textOfPdf(await first.path());
  expect(text).toMatch(
    /^Voice Agent, .* Summary Two compressors replaced, 24 V checked\. Full Transcription Both/,
  );
  expect(pictures).toBe(0);
  const second = await textOfPdf(await (await saved("Насос")).path());
  expect(second.text).toMatch(/^Voice Agent, .* Summary Full Transcription$/);
  expect(second.pictures).toBe(2);
});

/** The text of a PDF file in the order in which it was written, and how many pictures it has. */
async function textOfPdf(path: string): Promise<{ text: string; pictures: number }> {
  const task = getDocument({ data: new Uint8Array(await readFile(path)), verbosity: 0 });
  const pdf = await task.promise;
  const texts: string[] = [];
  let pictures = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    texts.push(...items.flatMap((item) => ("str" in item ? item.str.trim() : [])));
    const { fnArray } = await page.getOperatorList();
    pictures += fnArray.filter((operation) => operation === OPS.paintImageXObject).length;
  }
  await task.destroy();
  return { text: texts.filter((text) => text !== "").join(" "), pictures };
}

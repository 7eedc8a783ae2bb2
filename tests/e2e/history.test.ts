// @module-tag rest

import { readFile } from "node:fs/promises";
import { getDocument, OPS } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { isFocused, signedIn, stackForTests } from "../support/e2e/pages.ts";
import { DESKTOP, PHONE } from "../support/e2e/screens.ts";
import { recordNote, signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const stack = stackForTests();
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
    log(1.01, "ask", "What pressure does HP-240/B need?", "It needs **1.5 bar** [1]."),
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
  await page.getByText("No entry fits this search.").waitFor();
  await untilEntries([]);
  await box().fill("");
  await expect.poll(() => entries().count()).toBe(4);
});

it("names an entry by its question or first words, with its time under its day", async () => {
  const titles = await entries().getByRole("heading", { level: 3 }).allTextContents();
  const time = "\\d{1,2}:\\d\\d( [AP]M)?";
  // The title of a summary in one line would say the same twice.
  expect(titles).toEqual([
    expect.stringMatching(new RegExp(`^Voice Agent ${time}$`)),
    expect.stringMatching(new RegExp(`^Voice Agent ${time}$`)),
    expect.stringMatching(new RegExp(`^Ask Agent ${time}What pressure does HP-240/B need\\?$`)),
    expect.stringMatching(new RegExp(`^Voice Agent ${time}$`)),
  ]);
});

it("finds the entries of a day, marks the words, and opens the part that has them", async () => {
  await box().fill("yesterday compressor");
  await untilEntries([/24 V checked/]);
  await entries().getByText("Both compressors were replaced.").waitFor();
  const marked = () =>
    page.evaluate(() => [...(CSS.highlights.get("found") ?? [])].map((range) => `${range}`));
  await expect.poll(marked).toEqual(["compressors", "compressors"]);
  await box().fill("last week zebra");
  await expect.poll(marked).toEqual([]);
  await box().fill("compressor");
  await untilEntries([/rattles/, /24 V checked/]);
  const day = new Date(Date.now() - 9 * DAY_MS).toLocaleDateString("sv");
  await page.getByLabel("Go to a day").fill(day);
  expect(await box().inputValue()).toBe(day);
  await untilEntries([/Насос/]);
  await page.getByLabel("Go to a day").fill("");
  await untilEntries([/rattles/, /24 V checked/, /1.5 bar/, /Насос/]);
  // A reload before the address has followed would bring an earlier search back.
  await page.waitForURL(({ searchParams }) => !searchParams.has("search"));
});

it.each([320, 360, 390, 430])(
  "has the buttons of an entry, equally wide, in one row of %s px",
  async (width) => {
    await page.setViewportSize({ ...PHONE, width });
    const copy = entries().first().getByRole("button", { name: "Copy" });
    const places = await copy.locator("..").evaluate((row) =>
      [...row.children].map((button) => {
        const { top, width, height, right } = button.getBoundingClientRect();
        const place = { top: Math.round(top), width: Math.round(width) };
        return { ...place, isLarge: height >= 44, isSeen: right <= window.innerWidth };
      }),
    );
    expect(places).toHaveLength(4);
    expect(places).toEqual(places.map(() => ({ ...places[0], isLarge: true, isSeen: true })));
    await page.setViewportSize(PHONE);
  },
);

it("shows lines beside the chosen entry on a desk, and goes through them with keys", async () => {
  await page.setViewportSize(DESKTOP);
  const lines = page.getByRole("list", { name: "History" }).getByRole("link");
  const entry = page.getByRole("region", { name: "Chosen entry" });
  const isChosen = (place: number) => expect.poll(() => isFocused(lines.nth(place))).toBe(true);
  await page.reload();
  await expect.poll(() => lines.count()).toBe(4);
  await entry.getByText("Compressor of unit 4 rattles.").waitFor();
  await page.keyboard.press("ArrowDown");
  await isChosen(0);
  await page.keyboard.press("ArrowDown");
  await isChosen(1);
  expect(await lines.nth(1).evaluate((line) => getComputedStyle(line).outlineStyle)).toBe("solid");
  await page.keyboard.press("Space");
  await expect.poll(() => isFocused(entry)).toBe(true);
  await lines.nth(1).click();
  await entry.getByText("24 V checked").waitFor();
  await page.keyboard.press("ArrowDown");
  await isChosen(2);
  await entry.getByText("It needs 1.5 bar.").waitFor();
  await page.keyboard.press("End");
  await isChosen(3);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Home");
  await isChosen(0);
  await lines.nth(2).click();
  expect(new URL(page.url()).searchParams.has("entry")).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(() => isFocused(entry)).toBe(true);
  await page.goBack();
  await entry.getByText("Compressor of unit 4 rattles.").waitFor();
  await box().fill("1.5 bar");
  await entry.getByText("It needs 1.5 bar.").waitFor();
  await box().fill("");
  await expect.poll(() => lines.count()).toBe(4);
  await page.setViewportSize(PHONE);
  await expect.poll(() => entries().count()).toBe(4);
});

it("opens at the entry of its address on a phone, and comes back to where one was", async () => {
  const user_id = await stack.userId(stack.superAdministrator);
  const logs = Array.from({ length: 40 }, (_, place) => ({
    ...{ id: crypto.randomUUID(), user_id, agent_type: "voice", input_type: "voice" },
    ...{ input_data: `Um, unit ${place} rattles.`, output_summary: `Unit ${place} rattles.` },
    created_at: new Date(Date.now() - place * 3_600_000).toISOString(),
    captured_at: null,
  }));
  await stack.write("POST", "agent_logs", logs);
  const phone = await (await stack.browser("phone")).newPage();
  await phone.setViewportSize(PHONE);
  await signInAs(phone, stack.network.url, stack.superAdministrator);
  await phone.goto(`${stack.network.url}/history?entry=${logs[30]?.id}`);
  const entry = phone.getByRole("article").filter({ hasText: "Unit 30 rattles." });
  await expect.poll(() => isFocused(entry)).toBe(true);
  await entry.getByText("Um, unit 30 rattles.").waitFor();
  const top = async () => (await entry.boundingBox())?.y ?? 0;
  await expect.poll(async () => (await top()) > 50 && (await top()) < 150).toBe(true);
  const scrolled = () => phone.evaluate(() => scrollY);
  const asked = await scrolled();
  await phone.mouse.wheel(0, -1500);
  await expect.poll(scrolled).toBeLessThan(asked - 1000);
  // The tap follows the last scrolling within two frames.
  const before = await entry.evaluate(async (shown) => {
    const frame = () => new Promise(requestAnimationFrame);
    scrollBy(0, -200);
    await frame();
    await frame();
    document.querySelector<HTMLElement>("nav[aria-label=Shortcuts] a")?.click();
    return shown.getBoundingClientRect().y;
  });
  await phone.waitForURL("**/dashboard");
  await phone.goBack();
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2);
  await phone.context().close();
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

it("asks for the history once when the app starts, and anew when a note was sent", async () => {
  const desk = await signedIn(stack, stack.administrator, { device: "desk", size: DESKTOP });
  await desk.goto("about:blank");
  const calls: string[] = [];
  stack.network.passage = (method, path) => {
    if (!path.startsWith("/rest/v1/agent_logs")) return "pass";
    calls.push(method);
    // The first answer never comes to its end: what is sent later can't wait for it.
    return calls.length === 1 ? "stall" : "pass";
  };
  await desk.goto(`${stack.network.url}/history`);
  await expect.poll(() => calls).toEqual(["GET"]);
  await desk.getByRole("link", { name: "Voice Agent" }).click();
  await recordNote(desk, 1);
  await expect.poll(() => calls).toEqual(["GET", "POST", "GET"]);
  await desk.getByRole("link", { name: "History" }).click();
  const lines = desk.getByRole("list", { name: "History" }).getByRole("link");
  await expect.poll(() => lines.count()).toBe(1);
  await desk.context().close();
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

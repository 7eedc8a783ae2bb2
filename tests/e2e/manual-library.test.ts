// @module-tag rest

import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { ask } from "../support/e2e/chat-pages.ts";
import { PHONE } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

/** Rows in one request: so few that a busy machine stores them in the time of a statement. */
const BATCH = 50;
/**
 * Words in a passage: a third of what the app makes, so that the database stores them in seconds.
 */
const WORDS = 50;

/** The words from which all passages are made. */
const VOCABULARY = (
  "the of to and unit valve pump sensor pressure check before service panel motor fan coil board " +
  "wire terminal filter drain line charge replace tighten measure voltage relay bearing seal " +
  "housing inlet outlet bracket gasket thermostat compressor condenser evaporator refrigerant " +
  "temperature reading within limits until close open turn supply cover screw torque"
).split(" ");

/** A word that occurs in only one passage of the file with that number. */
const rareWord = (number: number) => `QX-${number}`;

/** The name of the file with that number, counted from 0. */
const libraryName = (number: number) => `Library ${String(number).padStart(3, "0")}.pdf`;

const FILES = 120;
const PASSAGES = 2_400;
const LAST = libraryName(FILES - 1);
/** The most rows that the document may hold, however many files there are. */
const MOST_ROWS = 40;

const OTHER_COMPANY = "Zephyr Cooling";

let stack: Stack;
let technician: string;

beforeAll(async () => {
  stack = await startStack({ withProvider: false, ownBackend: true });
  technician = await stack.userId(stack.technician);
  await addLibrary();
  await add("companies", [{ name: OTHER_COMPANY }]);
});
afterAll(() => stack.stop());

async function add(table: string, rows: object[]): Promise<void> {
  const added = await rest(stack.backend, "service", "POST", table, rows);
  expect(added.status).toBe(201);
}

/**
 * Gives the company many files with many passages, as if they had been uploaded, without storage
 * objects.
 */
async function addLibrary(): Promise<void> {
  const companyId = stack.company.id;
  const each = Math.floor(PASSAGES / FILES);
  const rows = Array.from({ length: FILES }, (_, number) => {
    const id = randomUUID();
    return {
      id,
      file_name: libraryName(number),
      file_path: `${companyId}/${id}.pdf`,
      company_id: companyId,
      allowed_agents: ["label_agent"],
      kind: "pdf",
      size_bytes: 40_000 + number,
      page_count: each,
      passage_count: each,
    };
  });
  await add("knowledge_base", rows);
  const texts = rows.flatMap(({ id }, number) =>
    Array.from({ length: each }, (_, place) => ({
      file_id: id,
      chunk_no: place,
      page: place + 1,
      heading: `Section ${place + 1}`,
      body: text(number * each + place, place === 1 ? rareWord(number) : "and"),
    })),
  );
  for (let from = 0; from < texts.length; from += BATCH) {
    await add("knowledge_chunks", texts.slice(from, from + BATCH));
  }
}

/** The same text for the same number, and a different one for every other. */
function text(number: number, last: string): string {
  const words = Array.from(
    { length: WORDS },
    (_, place) => VOCABULARY[(number * 31 + place * place * 7 + place) % VOCABULARY.length],
  );
  return `${words.join(" ")} ${last}.`;
}

async function newPage(profile: string): Promise<Page> {
  const page = await (await stack.browser(profile)).newPage();
  await page.setViewportSize(PHONE);
  return page;
}

/**
 * Scrolls to the end of a list with the mouse wheel. @returns the largest number of rows in the
 * document meanwhile
 */
async function scrollToEnd(page: Page, list: string, last: string): Promise<number> {
  const rows = page.getByRole("list", { name: list }).getByRole("listitem");
  const end = rows.filter({ has: page.getByRole("heading", { name: last, exact: true }) });
  await page.mouse.move(PHONE.width / 2, PHONE.height / 2);
  let most = 0;
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4000);
      most = Math.max(most, await rows.count());
      return end.count();
    })
    .toBe(1);
  return most;
}

it("lists, searches and answers from hundreds of manuals, with and without a network", async () => {
  const page = await newPage("technician");
  await signInAs(page, stack.network.url, stack.technician);
  await expect
    .poll(() => passagesOnDevice(page, technician), { timeout: 180_000, interval: 500 })
    .toBeGreaterThan(0.98 * PASSAGES);
  await page.goto(`${stack.network.url}/label-agent`);
  await page.getByRole("button", { name: "Manuals", exact: true }).click();
  await page.getByRole("heading", { name: libraryName(0), exact: true }).waitFor();
  expect(await scrollToEnd(page, "Manuals", LAST)).toBeLessThan(MOST_ROWS);

  await page.getByRole("searchbox").fill(rareWord(103));
  const passages = page.getByRole("list", { name: "Passages" }).getByRole("button");
  await passages
    .first()
    .filter({ hasText: libraryName(103) })
    .waitFor();
  await page.keyboard.press("Escape");

  stack.network.cut();
  await ask(page, `What is ${rareWord(77)}?`);
  await page.getByText("From the manuals on this device — not an AI answer").waitFor();
  await page.getByRole("button", { name: `${libraryName(77)}, p. 2` }).waitFor();
  stack.network.restore();
});

it("lets a super administrator choose the managed company with the keyboard", async () => {
  const page = await newPage("super");
  await signInAs(page, stack.network.url, stack.superAdministrator);
  await page.goto(`${stack.network.url}/admin`);
  const company = page.getByRole("combobox", { name: "Managing Company" });
  const chosen = () => company.locator("option:checked").textContent();
  await expect.poll(chosen).toBe(stack.company.name);
  await page.getByRole("tab", { name: "Knowledge Base" }).click();
  const documents = page.getByRole("list", { name: "Documents" });
  await documents.getByRole("listitem").first().waitFor();

  await company.focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(chosen).toBe(OTHER_COMPANY);
  await page.getByText("No documents yet").waitFor();
  expect(await company.evaluate((each) => each === document.activeElement)).toBe(true);
  await page.getByLabel("Choose files or drop them here").setInputFiles({
    name: "zephyr.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("Torque: 25 Nm."),
  });
  await documents.getByText("Searchable", { exact: true }).waitFor();
  const [other] = await stack.rows("companies", `select=id&name=eq.${OTHER_COMPANY}`);
  const path = `knowledge_base?select=file_name&company_id=eq.${other?.id}`;
  const { body } = await rest(stack.backend, "service", "GET", path);
  expect(body).toEqual([{ file_name: "zephyr.txt" }]);

  await company.focus();
  await page.keyboard.press("ArrowUp");
  await page.getByRole("heading", { name: "zephyr.txt" }).waitFor({ state: "detached" });
  await documents.getByRole("listitem").first().waitFor();
  const [oldest] = await stack.rows(
    "knowledge_base",
    `select=file_name&order=created_at.asc,id.desc&limit=1`,
  );
  const most = await scrollToEnd(page, "Documents", String(oldest?.file_name));
  expect(most).toBeLessThan(MOST_ROWS);
});

function passagesOnDevice(page: Page, person: string): Promise<number> {
  return page.evaluate(async (name) => {
    // Opening a database that the app has not made yet would make an empty one.
    const made = await indexedDB.databases();
    if (!made.some((each) => each.name === name)) return 0;
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const count = await new Promise<number>((resolve, reject) => {
      const request = db.transaction("passages").objectStore("passages").count();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    db.close();
    return count;
  }, `field-agents-${person}`);
}

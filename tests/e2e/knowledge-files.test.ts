// @module-tag long

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { downloadBy, stackForTests, untilToast } from "../support/e2e/pages.ts";
import { chooseDocuments, rowOf } from "../support/e2e/rows.ts";
import { TABLET } from "../support/e2e/screens.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const KINDS = ["pdf", "doc", "docx", "txt", "md"];

const stack = stackForTests({ withProvider: false });
let browser: ChromiumProcess;
let page: Page;

beforeAll(async () => {
  browser = await stack.browser();
  page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await page.setViewportSize(TABLET);
  await signInAs(page, stack.network.url, stack.administrator);
  await page.getByRole("tab", { name: "Knowledge Base" }).click();
  await page.getByRole("heading", { name: "Add documents" }).waitFor();
});
afterAll(() => expect(browser.consoleTrouble).toEqual([]));

const fixture = (name: string) =>
  fileURLToPath(new URL(`../fixtures/documents/${name}`, import.meta.url));

const choose = (files: Parameters<typeof chooseDocuments>[1]) => chooseDocuments(page, files);

const fileRow = (name: string) => rowOf(page, "Documents", name);

it("reads all five kinds of files in the browser, and makes them searchable", async () => {
  const agent = (name: string) => page.getByRole("checkbox", { name });
  for (const name of ["Voice Agent", "Snap Agent", "Label Agent"]) {
    expect(await agent(name).isChecked()).toBe(true);
  }
  await choose(KINDS.map((kind) => fixture(`small.${kind}`)));
  for (const kind of KINDS) {
    await fileRow(`small.${kind}`).getByText("Searchable", { exact: true }).waitFor();
  }
  await expect.poll(() => agent("Label Agent").isChecked()).toBe(false);
  for (const name of ["Voice Agent", "Snap Agent"]) {
    expect(await agent(name).isChecked()).toBe(true);
  }
  const words = "The next files are for Voice Agent and Snap Agent, as after every upload.";
  await page.getByText(words).waitFor();
  await page.getByRole("button", { name: "Choose the agents of the last files again" }).click();
  expect(await agent("Label Agent").isChecked()).toBe(true);
  await page.getByText(words).waitFor({ state: "detached" });
  await agent("Label Agent").uncheck();

  for (const kind of KINDS) {
    const [row] = await stack.rows("knowledge_base", `select=*&file_name=eq.small.${kind}`);
    expect(row).toMatchObject({
      kind,
      passage_count: 5,
      indexed_passages: 5,
      page_count: kind === "pdf" ? 3 : null,
      allowed_agents: ["voice_agent", "snap_agent", "label_agent"],
    });
    const passages = await stack.rows(
      "knowledge_chunks",
      `select=heading,page&file_id=eq.${row?.id}&order=chunk_no`,
    );
    expect(passages.map(({ heading }) => heading)).toContain("Fault codes");
    expect(passages.at(-1)?.page).toBe(kind === "pdf" ? 3 : null);
  }
});

it("downloads exactly the bytes that were uploaded", async () => {
  const download = await downloadBy(
    fileRow("small.docx").getByRole("button", { name: "Download" }),
  );
  expect(download.suggestedFilename()).toBe("small.docx");
  expect(readFileSync(await download.path())).toEqual(readFileSync(fixture("small.docx")));
});

it("tells which pages of a scanned document nobody can read, until the notice is closed", async () => {
  const told = page.getByRole("status").filter({ hasText: "1 document was added" });
  await Promise.all([told.waitFor(), choose(fixture("half-scanned.pdf"))]);
  await fileRow("half-scanned.pdf").getByText("Searchable", { exact: true }).waitFor();
  const words =
    "2 of 4 pages of half-scanned.pdf are pictures without text. Agents can't read these pages.";
  const notice = page.getByRole("alert").filter({ hasText: words });
  // The toast of the upload closes by itself, the notice does not. Toasts stay while the pointer is
  // over one of them.
  await page.mouse.move(0, 0);
  await told.waitFor({ state: "detached" });
  expect(await notice.isVisible()).toBe(true);
  await untilToast(page, "alert", "Pages without text", words);
  const [row] = await stack.rows("knowledge_base", "select=*&file_name=eq.half-scanned.pdf");
  expect(row).toMatchObject({ page_count: 4, picture_pages: [2, 4] });
});

it("says in a sentence why it refuses a file, and stores nothing of it", async () => {
  const before = await stack.rows("knowledge_base", "select=id");
  await choose(fixture("encrypted.pdf"));
  await untilToast(page, "alert", "Upload failed", "This PDF is protected by a password.");
  const uploads = page.getByRole("list", { name: "Uploads" });
  await uploads.getByRole("button", { name: "Dismiss encrypted.pdf" }).click();
  await choose({ name: "tool.exe", mimeType: "", buffer: Buffer.from("MZ") });
  await untilToast(page, "alert", "Invalid file type");
  expect(await stack.rows("knowledge_base", "select=id")).toHaveLength(before.length);
});

it("uploads the files that are dropped anywhere on the page", async () => {
  const drag = (type: "dragover" | "dragleave" | "drop") =>
    page.evaluate((type) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["# Dropped\n\nThe lid opens."], "dropped.md"));
      const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
      return !document.querySelector("h1")?.dispatchEvent(event);
    }, type);
  const words = page.getByText("Drop the files to upload them");
  await drag("dragover");
  await words.waitFor();
  await drag("dragleave");
  await words.waitFor({ state: "detached" });
  await drag("dragover");
  await words.waitFor();
  // The browser does not open the file in place of the page.
  expect(await drag("drop")).toBe(true);
  await words.waitFor({ state: "detached" });
  await fileRow("dropped.md").getByText("Searchable", { exact: true }).waitFor();
  await fileRow("dropped.md").getByText("Voice Agent, Snap Agent", { exact: true }).waitFor();
});

it("changes which agents may use a file", async () => {
  const row = fileRow("small.pdf");
  await row.getByRole("button", { name: "Edit access" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit access" });
  await dialog.getByRole("checkbox", { name: "Snap Agent" }).uncheck();
  await Promise.all([
    page.getByRole("status").filter({ hasText: "Access updated" }).waitFor(),
    dialog.getByRole("button", { name: "Save" }).click(),
  ]);
  await row.getByText("Voice Agent, Label Agent").waitFor();
  expect(
    await stack.rows("knowledge_base", "select=allowed_agents&file_name=eq.small.pdf"),
  ).toEqual([{ allowed_agents: ["voice_agent", "label_agent"] }]);
});

it("shows a file whose passages did not arrive as not searchable, and indexes it again", async () => {
  stack.network.passage = (_method, path) =>
    path.startsWith("/rest/v1/knowledge_chunks") ? "portal" : "pass";
  await choose({
    name: "late.md",
    mimeType: "text/markdown",
    buffer: Buffer.from("# Late\n\nThe valve opens at 3 bar."),
  });
  const row = fileRow("late.md");
  await row.getByText("Not searchable yet").waitFor();
  await untilToast(page, "alert", "Not searchable yet", "late.md");
  stack.network.passage = () => "pass";
  await row.getByRole("button", { name: "Index again" }).click();
  await row.getByText("Searchable", { exact: true }).waitFor();
});

it("deletes a file with its passages and its object, after asking", async () => {
  const [row] = await stack.rows("knowledge_base", "select=*&file_name=eq.small.doc");
  await fileRow("small.doc").getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete document?" });
  await dialog.getByText("This action cannot be undone.").waitFor();
  await page.mouse.click(5, 5);
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("status").filter({ hasText: "Document deleted" }).waitFor();
  expect(await stack.rows("knowledge_base", `select=id&id=eq.${row?.id}`)).toEqual([]);
  expect(await stack.rows("knowledge_chunks", `select=id&file_id=eq.${row?.id}`)).toEqual([]);
  const key = stack.backend.secretKey;
  const object = await fetch(
    `${stack.backend.url}/storage/v1/object/knowledge-base/${row?.file_path}`,
    { headers: { apikey: key, authorization: `Bearer ${key}` } },
  );
  expect(object.ok).toBe(false);
});

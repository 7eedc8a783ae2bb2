// @module-tag rest

import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { ask, messages, questionBox } from "../support/e2e/chat-pages.ts";
import { openRow, rowOf } from "../support/e2e/rows.ts";
import { DESKTOP, PHONE } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { untilToast } from "../support/e2e/toasts.ts";
import { signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

const OLD = "Zentria guide.md";
const NEW = "Zentria guide 2026.md";
const OLD_TEXT = "# Flange\n\nTighten the flange of the Zentria to 12 Nm with the quillon spanner.";
const NEW_TEXT = "# Flange\n\nTighten the flange of the Zentria to 15 Nm with the zephron spanner.";
const QUESTION = "How tight is the flange of the Zentria?";

let stack: Stack;
let admin: Page;
let device: Page;

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
  admin = await (await stack.browser("office")).newPage();
  await admin.setViewportSize(DESKTOP);
  await signInAs(admin, stack.network.url, stack.administrator);
  await admin.getByRole("tab", { name: "Knowledge Base" }).click();
  await choose(OLD, OLD_TEXT);
  await choose("Later.md", "# Later\n\nThis document came later.");
  device = await (await stack.browser("device")).newPage();
  await device.setViewportSize(PHONE);
  await signInAs(device, stack.network.url, stack.technician);
  await untilInstalled(device);
});
afterEach(() => {
  stack.network.restore();
  stack.network.passage = () => "pass";
});
afterAll(() => stack.stop());

const textFile = (name: string, text: string) => {
  return { name, mimeType: "text/markdown", buffer: Buffer.from(text) };
};

/** Uploads a document for all agents. */
async function choose(name: string, text: string): Promise<void> {
  await admin.getByRole("checkbox", { name: "Label Agent" }).check();
  await admin.getByLabel("Choose files or drop them here").setInputFiles(textFile(name, text));
  const added = await openRow(admin, "Documents", name);
  await added.getByText("Searchable", { exact: true }).waitFor();
}

const row = (name: string) => rowOf(admin, "Documents", name);
const button = (name: string, label: string) =>
  row(name).getByRole("button", { name: label, exact: true });

/** Chooses a file as the new version of a document. */
async function replace(name: string, file: ReturnType<typeof textFile>): Promise<void> {
  await openRow(admin, "Documents", name);
  const [chooser] = await Promise.all([
    admin.waitForEvent("filechooser"),
    button(name, "Upload a new version").click(),
  ]);
  await chooser.setFiles(file);
}

/** The names of the documents in their order. */
const names = () =>
  admin.getByRole("table", { name: "Documents" }).getByRole("rowheader").allInnerTexts();

/** The texts that the server's search finds. */
async function found(query: string): Promise<string[]> {
  const { body } = await rest<{ body: string }[]>(
    stack.backend,
    "service",
    "POST",
    "rpc/search_knowledge_for",
    {
      ...{ person: await stack.userId(stack.technician), query },
      ...{ agent: "ask_agent", max_results: 1 },
    },
  );
  return body.map(({ body }) => /\d+ Nm/.exec(body)?.[0] ?? "");
}

const reader = (name: string) => device.getByRole("dialog", { name, exact: true });
const citation = () =>
  messages(device).last().getByRole("list", { name: "Sources" }).getByRole("button").first();

it("answers from the first version, and keeps the answer", async () => {
  await device.goto(`${stack.network.url}/ask-agent`);
  await questionBox(device).waitFor();
  await ask(device, QUESTION);
  await messages(device).last().getByText(/12 Nm/).first().waitFor();
  expect(await citation().innerText()).toContain(OLD);
});

it("an interrupted upload leaves the first version answering", async () => {
  stack.network.passage = (_method, path) =>
    path.startsWith("/rest/v1/knowledge_chunks") ? "portal" : "pass";
  await replace(OLD, textFile(NEW, NEW_TEXT));
  await untilToast(admin, "alert", "Not searchable yet", NEW);
  await row(OLD)
    .getByText(`The new version “${NEW}” is not complete. Until it is, this one answers.`)
    .waitFor();
  stack.network.passage = () => "pass";
  expect(await found(QUESTION)).toEqual(["12 Nm"]);
});

it("the new version takes the first one's place in the list and in the search", async () => {
  const before = await names();
  await button(OLD, "Index the new version again").click();
  await row(NEW).getByText("Searchable", { exact: true }).waitFor();
  await expect.poll(names).toEqual(before.map((name) => (name === OLD ? NEW : name)));
  expect(await found(QUESTION)).toEqual(["15 Nm"]);
  await button(NEW, "2 versions").click();
  const versions = row(NEW).getByRole("list", { name: "Versions" }).getByRole("listitem");
  // The names of the people have a request of their own.
  await expect
    .poll(() => versions.first().innerText())
    .toMatch(/Zentria guide 2026\.md\s+Uploaded .+ by .+\s+Answers now/);
  await expect
    .poll(() => versions.last().innerText())
    .toMatch(/Zentria guide\.md\s+Uploaded .+ by .+\s+Replaced /);
});

it("the search on the device finds the new version's words alone", async () => {
  await device.goto(`${stack.network.url}/ask-agent`);
  await device.getByRole("button", { name: "Manuals" }).click();
  const field = device.getByRole("searchbox", { name: "Search the manuals on this device" });
  const manuals = device.getByRole("list", { name: "Manuals" });
  await manuals.getByRole("button", { name: NEW, exact: true }).waitFor();
  expect(await manuals.getByRole("button", { name: OLD, exact: true }).count()).toBe(0);
  await expect
    .poll(
      async () => {
        await field.fill("");
        await field.fill("Zentria flange zephron");
        return device.getByRole("list", { name: "Passages" }).getByText(/15 Nm/).count();
      },
      { interval: 1_000 },
    )
    .toBe(1);
  await field.fill("quillon");
  await device.getByText("Nothing was found in the manuals on this device.").waitFor();
});

it("the old citation opens the version that it cited, marked, without a network too", async () => {
  await device.goto(`${stack.network.url}/ask-agent`);
  await citation().waitFor();
  stack.network.cut();
  await citation().click();
  await reader(OLD)
    .getByText(/^This version was replaced by Zentria guide 2026\.md on .+\.$/)
    .waitFor();
  expect(await reader(OLD).locator("mark").first().innerText()).toContain("12 Nm");
  stack.network.restore();
  await reader(OLD).getByRole("button", { name: "Open the new version" }).click();
  await reader(NEW).getByText(/15 Nm/).waitFor();
  expect(await reader(NEW).getByRole("note").count()).toBe(0);
  await device.keyboard.press("Escape");
});

it("after the newest version is deleted, the first one answers only when it is told to", async () => {
  // The last is the document's own; the first are those in the list of versions.
  await button(NEW, "Delete").last().click();
  await admin.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await untilToast(admin, "status", "Document deleted");
  await row(OLD)
    .getByText(/Its newer version was deleted/)
    .waitFor();
  expect(await found(QUESTION)).not.toContain("12 Nm");
  await button(OLD, "Have it answer again").click();
  await untilToast(admin, "status", "It answers again");
  expect(await found(QUESTION)).toEqual(["12 Nm"]);
});

it("deletes all versions of a document when that is chosen", async () => {
  await replace(OLD, textFile(NEW, NEW_TEXT));
  await untilToast(admin, "status", "New version added");
  await button(NEW, "Delete").last().click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Delete all 2 versions" }).check();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await untilToast(admin, "status", "Document deleted");
  expect(await stack.rows("knowledge_base", "select=id&file_name=like.Zentria*")).toEqual([]);
  await expect.poll(names).not.toContain(OLD);
});

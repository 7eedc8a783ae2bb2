// @module-tag rest

import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { openRow, rowOf } from "../support/e2e/rows.ts";
import { DESKTOP } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { untilToast } from "../support/e2e/toasts.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const FIRST = "Zentria guide.md";
const WORSE = "Zentria guide 2026.md";
const GOOD = "Zentria guide 2027.md";
const LAST = "Zentria guide 2028.md";
const text = (torque: string) =>
  `# Flange\n\nTighten the flange of the Zentria to ${torque} with the quillon spanner.`;
const QUESTION = "How tight is the flange of the Zentria?";
const PATIENCE = { timeout: 60_000 };

let stack: Stack;
let page: Page;

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
  page = await (await stack.browser("office")).newPage();
  await page.setViewportSize(DESKTOP);
  await signInAs(page, stack.network.url, stack.administrator);
  await openDocuments();
  await page.getByRole("checkbox", { name: "Label Agent" }).check();
  await page
    .getByLabel("Choose files or drop them here")
    .setInputFiles(markdown(FIRST, text("12 Nm")));
  await openRow(page, "Documents", FIRST);
  await row(FIRST).getByText("Searchable", { exact: true }).waitFor(PATIENCE);
  const [file] = await stack.rows("knowledge_base", "file_name=like.Zentria*&select=id");
  const golden = await rest(stack.backend, "service", "POST", "golden_questions", {
    ...{ company_id: stack.company.id, agent: "ask", question: QUESTION },
    ...{ expected: "passage", expected_text: "12 Nm", file_id: file?.id },
  });
  expect(golden.status).toBe(201);
});
afterEach(() => {
  stack.network.passage = () => "pass";
});
afterAll(() => stack.stop());

const markdown = (name: string, content: string) => {
  return { name, mimeType: "text/markdown", buffer: Buffer.from(content) };
};
const row = (name: string) => rowOf(page, "Documents", name);
const button = (name: string, label: string) =>
  row(name).getByRole("button", { name: label, exact: true });
const dialog = () => page.getByRole("dialog", { name: "Replace document?" });

async function openDocuments(): Promise<void> {
  await page.goto(`${stack.network.url}/admin`);
  await page.getByRole("tab", { name: "Knowledge Base" }).click();
}

/** Chooses a file as the new version of a document. */
async function replace(name: string, by: string, torque: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    button(name, "Upload a new version").click(),
  ]);
  await chooser.setFiles(markdown(by, text(torque)));
}

/** The torques that the server's search finds for people. */
async function found(): Promise<string[]> {
  const person = await stack.userId(stack.technician);
  const { body } = await rest<{ body: string }[]>(
    ...([stack.backend, "service", "POST", "rpc/search_knowledge_for"] as const),
    { person, query: QUESTION, agent: "ask_agent", max_results: 1 },
  );
  return body.map(({ body }) => /\d+ Nm/.exec(body)?.[0] ?? "");
}
const goldenFile = async () => {
  const [golden] = await stack.rows("golden_questions", "select=file_id");
  const [file] = await stack.rows("knowledge_base", `id=eq.${golden?.file_id}&select=file_name`);
  return file?.file_name;
};
const breakChecks = () => {
  stack.network.passage = (_method, path) =>
    path.startsWith("/functions/v1/golden-run") ? "portal" : "pass";
};

it("a version with which a golden question gets worse waits, and the earlier one answers", async () => {
  await replace(FIRST, WORSE, "15 Nm");
  await untilToast(page, "alert", "Not replaced yet", WORSE);
  await row(FIRST)
    .getByText(
      `The new version “${WORSE}” waits for you: 1 golden question gets worse with it. Until you decide, this one answers.`,
    )
    .waitFor();
  expect(await found()).toEqual(["12 Nm"]);
  await button(FIRST, "Compare and decide").click();
  await dialog()
    .getByRole("row", { name: /How tight is the flange.*Right.*Broken/ })
    .waitFor();
  await dialog().getByText("The check cost nothing.").waitFor();
});

it("keeps the earlier version when that is chosen", async () => {
  await dialog().getByRole("button", { name: "Keep the earlier version" }).click();
  await untilToast(page, "status", "Document deleted", WORSE);
  expect(await found()).toEqual(["12 Nm"]);
  expect(await stack.rows("knowledge_base", "file_name=like.Zentria*&select=id")).toHaveLength(1);
  expect(await goldenFile()).toBe(FIRST);
});

it("a version with which nothing gets worse replaces the earlier one by itself", async () => {
  await replace(FIRST, GOOD, "12 Nm, or 9 ft lb,");
  await untilToast(page, "status", "New version added", GOOD);
  await row(GOOD).getByText("Searchable", { exact: true }).waitFor();
  await expect.poll(goldenFile).toBe(GOOD);
});

it("a version that can't be checked waits, also in another visit, until it is checked", async () => {
  breakChecks();
  await replace(GOOD, LAST, "18 Nm");
  await untilToast(page, "alert", "Not checked", LAST);
  await row(GOOD)
    .getByText(`The new version “${LAST}” could not be checked. Until it was, this one answers.`)
    .waitFor();
  await button(GOOD, "Replace unchecked").waitFor();
  stack.network.passage = () => "pass";
  await button(GOOD, "Retry").click();
  await button(GOOD, "Compare and decide").waitFor(PATIENCE);

  await openDocuments();
  await openRow(page, "Documents", GOOD);
  await row(GOOD)
    .getByText(
      `The new version “${LAST}” was not checked yet with the golden questions. Until it was, this one answers.`,
    )
    .waitFor(PATIENCE);
  await button(GOOD, "Check and replace").click();
  await button(GOOD, "Compare and decide").waitFor(PATIENCE);
  expect(await found()).toEqual(["12 Nm"]);
});

it("replaces a version anyway when that is chosen", async () => {
  await button(GOOD, "Compare and decide").click();
  await dialog().getByRole("button", { name: "Replace anyway" }).click();
  await untilToast(page, "status", "New version added", LAST);
  expect(await found()).toEqual(["18 Nm"]);
  await expect.poll(goldenFile).toBe(LAST);
  await button(LAST, "3 versions").waitFor();
});

it("replaces a version unchecked when that is chosen", async () => {
  breakChecks();
  await replace(LAST, FIRST, "12 Nm");
  await button(LAST, "Replace unchecked").click();
  await untilToast(page, "status", "New version added", FIRST);
  expect(await found()).toEqual(["12 Nm"]);
});

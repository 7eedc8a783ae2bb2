// @module-tag rest

import type { Page } from "playwright";
import { afterEach, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { ask, messages, questionBox } from "../support/e2e/chat-pages.ts";
import { signedIn, stackForTests, untilToast } from "../support/e2e/pages.ts";
import { chooseDocuments, rowOf, shownRow } from "../support/e2e/rows.ts";
import { PHONE, TABLET } from "../support/e2e/screens.ts";
import { untilInstalled } from "../support/e2e/voice-pages.ts";

const OLD = "Zentria guide.md";
const NEW = "Zentria guide 2026.md";
const OLD_TEXT =
  "# Zentria guide\n\nTighten the flange of the Zentria to 12 Nm with the quillon spanner.";
const NEW_TEXT =
  "# Zentria guide 2026\n\nTighten the flange of the Zentria to 15 Nm with the zephron spanner.";
const QUESTION = "How tight is the flange of the Zentria?";

const stack = stackForTests({ withProvider: false });
let admin: Page;
let device: Page;

beforeAll(async () => {
  admin = await signedIn(stack, stack.administrator, { device: "office", size: TABLET });
  await admin.getByRole("tab", { name: "Knowledge Base" }).click();
  await choose(OLD, OLD_TEXT);
  await choose("Later.md", "# Later\n\nThis document came later.");
  device = await signedIn(stack, stack.technician, { device: "device", size: PHONE });
  await untilInstalled(device);
});
afterEach(() => {
  stack.network.restore();
  stack.network.passage = () => "pass";
});

const textFile = (name: string, text: string) => {
  return { name, mimeType: "text/markdown", buffer: Buffer.from(text) };
};

async function choose(name: string, text: string): Promise<void> {
  await admin.getByRole("checkbox", { name: "Label Agent" }).check();
  await chooseDocuments(admin, textFile(name, text));
  const added = await shownRow(admin, "Documents", name);
  await added.getByText("Searchable", { exact: true }).waitFor();
}

const row = (name: string) => rowOf(admin, "Documents", name);
const button = (name: string, label: string) =>
  row(name).getByRole("button", { name: label, exact: true });

/** Chooses a file as the new version of a document. */
async function replace(name: string, file: ReturnType<typeof textFile>): Promise<void> {
  await shownRow(admin, "Documents", name);
  await admin.getByLabel(`New version of ${name}`).waitFor({ state: "attached" });
  const [chooser] = await Promise.all([
    admin.waitForEvent("filechooser"),
    button(name, "Upload a new version").click(),
  ]);
  await chooser.setFiles(file);
}

const names = () =>
  admin.getByRole("list", { name: "Documents" }).getByRole("heading").allInnerTexts();

/** The torque that the server's search finds for people. */
async function found(): Promise<string | undefined> {
  const { body } = await rest<{ body: string }[]>(
    ...([stack.backend, "service", "POST", "rpc/search_knowledge_for"] as const),
    {
      ...{ person: await stack.userId(stack.technician), query: QUESTION },
      ...{ agent: "ask_agent", max_results: 1 },
    },
  );
  return /\d+ Nm/.exec(body[0]?.body ?? "")?.[0];
}

/** The title of a document on the device: its first heading. */
const titleOf = (file: string) => file.replace(".md", "");
const reader = (file: string) => device.getByRole("dialog", { name: titleOf(file), exact: true });
const citation = () =>
  messages(device).last().getByRole("list", { name: "Sources" }).getByRole("button").first();

it("answers from the first version, and keeps the answer", async () => {
  await device.goto(`${stack.network.url}/ask-agent`);
  await questionBox(device).waitFor();
  await ask(device, QUESTION);
  await messages(device).last().getByText(/12 Nm/).first().waitFor();
  expect(await citation().innerText()).toContain(titleOf(OLD));
});

it("an interrupted upload leaves the first version answering", async () => {
  stack.network.passage = (method, path) =>
    method === "POST" && path.startsWith("/rest/v1/knowledge_chunks") ? "portal" : "pass";
  await replace(OLD, textFile(NEW, NEW_TEXT));
  await untilToast(admin, "alert", "Not searchable yet", NEW);
  await row(OLD)
    .getByText(`The new version “${NEW}” is not complete. Until it is, this one answers.`)
    .waitFor();
  stack.network.passage = () => "pass";
  expect(await found()).toBe("12 Nm");
});

it("the new version takes the first one's place in the list and in the search", async () => {
  const before = await names();
  await button(OLD, "Index the new version again").click();
  await row(NEW).getByText("Searchable", { exact: true }).waitFor();
  await expect.poll(names).toEqual(before.map((name) => (name === OLD ? NEW : name)));
  expect(await found()).toBe("15 Nm");
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

it("the old citation opens the version that it cited, marked, without a network too", async () => {
  await device.goto(`${stack.network.url}/ask-agent`);
  await citation().waitFor();
  await device.getByRole("button", { name: "Manuals" }).click();
  const manuals = device.getByRole("list", { name: "Manuals" });
  await manuals.getByRole("button", { name: titleOf(NEW), exact: true }).waitFor();
  expect(await manuals.getByRole("button", { name: titleOf(OLD), exact: true }).count()).toBe(0);
  await device.keyboard.press("Escape");
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

const decision = () => admin.getByRole("dialog", { name: "Replace document?" });

it("a file that is another document is questioned, and both are kept", async () => {
  const rules = "# Leave\n\nEverybody has thirty days of leave, and asks for it two weeks before.";
  await replace("Later.md", textFile("Leave.md", rules));
  await decision()
    .getByText("Later → Leave: 0 % of the text in common. Replace?", { exact: true })
    .waitFor();
  await admin.keyboard.press("Enter");
  await untilToast(admin, "status", "Both documents are kept", "Leave.md");
  await expect.poll(names).toEqual(expect.arrayContaining(["Later.md", "Leave.md"]));
});

it("an earlier version takes the place of the newest one when it is restored, and back", async () => {
  const restore = async (name: string, shown: string, torque: string) => {
    if ((await row(shown).getByRole("list", { name: "Versions" }).count()) === 0) {
      await button(shown, "2 versions").click();
    }
    const versions = row(shown).getByRole("list", { name: "Versions" }).getByRole("listitem");
    const version = versions.filter({ has: admin.getByText(name, { exact: true }) });
    await version.getByRole("button", { name: "Restore" }).click();
    await untilToast(admin, "status", "It answers again", name);
    await row(name).getByText("Searchable", { exact: true }).waitFor();
    expect(await found()).toBe(torque);
  };
  await restore(OLD, NEW, "12 Nm");
  await restore(NEW, OLD, "15 Nm");
});

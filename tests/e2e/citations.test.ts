// @module-tag rest

import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { ask, messages, questionBox } from "../support/e2e/chat-pages.ts";
import { storedRows } from "../support/e2e/device-storage.ts";
import { cachedPaths, manualRow, signedIn, stackForTests } from "../support/e2e/pages.ts";
import { chooseDocuments, rowOf } from "../support/e2e/rows.ts";
import { PHONE, TABLET } from "../support/e2e/screens.ts";

const KINDS = ["pdf", "docx", "doc", "txt", "md"];
const QUESTION = "How tight do the terminals have to be at the yearly maintenance?";
/** The first heading of the five files. */
const TITLE = "Cascade HP-240 Heat Pump Service Guide";
const ANSWER = /tighten the terminals to 1\.8 Nm/;

const stack = stackForTests({ withProvider: false });
let page: Page;

/** An administrator uploads the five files; then a technician signs in on another device. */
beforeAll(async () => {
  const admin = await signedIn(stack, stack.administrator, { device: "office", size: TABLET });
  const office = stack.browserOf(admin);
  const files = KINDS.map((kind) =>
    fileURLToPath(new URL(`../fixtures/documents/small.${kind}`, import.meta.url)),
  );
  const old = `knowledge_base?company_id=eq.${stack.company.id}`;
  await stack.write("DELETE", old);
  await admin.getByRole("tab", { name: "Knowledge Base" }).click();
  await admin.getByText("No documents yet").waitFor();
  await chooseDocuments(admin, files);
  for (const kind of KINDS) {
    const added = rowOf(admin, "Documents", `small.${kind}`);
    await added.getByText("Searchable", { exact: true }).waitFor();
  }
  await office.close();

  page = await signedIn(stack, stack.technician, {
    device: "device",
    size: PHONE,
    isInstalled: true,
  });
});

/** All five files have the same content, so only one of them is opened to the Label agent. */
async function openToLabel(name: string): Promise<string> {
  const change = async (query: string, agents: string[]) => {
    const body = { allowed_agents: agents };
    await stack.write("PATCH", `knowledge_base?${query}`, body);
  };
  await change(`company_id=eq.${stack.company.id}`, ["voice_agent"]);
  await change(`company_id=eq.${stack.company.id}&file_name=eq.${name}`, ["label_agent"]);
  const [file] = await stack.rows("knowledge_base", `select=id&file_name=eq.${name}`);
  return String(file?.id);
}

it.each(KINDS)("answers from a %s, and shows the passage with no network", async (kind) => {
  const name = `small.${kind}`;
  const id = await openToLabel(name);
  const personId = await stack.userId(stack.technician);
  await page.goto(`${stack.network.url}/label-agent`);
  await questionBox(page).waitFor();
  const passages = async () => {
    const rows = await storedRows(page, { personId, table: "passages" });
    return rows.filter(({ file_id }) => file_id === id).length;
  };
  await expect.poll(passages).toBe(5);
  await ask(page, QUESTION);
  const answer = messages(page).last();
  await answer.getByText(ANSWER).first().waitFor();
  await answer.getByText("Passages from your documents").waitFor();
  const chip = answer.getByRole("button", { name: / · Yearly maintenance( · p\. 3)?$/i }).first();
  await chip.waitFor();

  if (kind === "pdf") {
    await page.getByRole("button", { name: "Manuals" }).click();
    await manualRow(page, TITLE).getByRole("button", { name: "Download" }).click();
    await manualRow(page, TITLE).getByText("On this device", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    // The files needed to read the PDF are fetched when the app is idle.
    const ahead = `/manuals/${personId}/${id}/read-ahead`;
    await expect.poll(() => cachedPaths(page, "late-code")).toContain(ahead);
  }
  stack.network.cut();
  await chip.click();
  const reader = page.getByRole("dialog", { name: /^(Cascade HP-240 .* Guide|small)$/i });
  await expect
    .poll(async () => (await reader.locator("mark").allTextContents()).join(" "))
    .toMatch(/1\.8\s+Nm/);
  if (kind === "pdf") {
    const number = reader.getByRole("textbox", { name: "Page", exact: true });
    await expect.poll(() => number.inputValue()).toBe("3");
  }
  await page.keyboard.press("Escape");
  await reader.waitFor({ state: "detached" });
  stack.network.restore();
});

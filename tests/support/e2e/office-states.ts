import type { Page } from "playwright";
import { expect } from "vitest";
import { rest } from "../backend.ts";
import { openRow, rowOf } from "./rows.ts";
import { LIGHT_DESKTOP } from "./screens.ts";
import type { Stack } from "./stack.ts";
import { OPPOSITE, type State } from "./tour.ts";

const PERSON = "Person 35";
const CHECKLIST = "duct-and-air-handler-checklist.txt";
const GUIDE = "Zentria guide.md";
const LINES = [
  "E-Mail;Full name;Role;Agents;Password",
  "ann@new.example;Ann Abel;;voice, label;",
  "cy@new;Cy Cole;boss;;",
];

const controls = (page: Page) => ({
  press: (name: string | RegExp) => page.getByRole("button", { name, exact: true }).first().click(),
  inDialog: (name: string | RegExp) => page.getByRole("dialog").getByRole("button", { name }),
  text: (words: string | RegExp) => page.getByText(words).first().waitFor(),
});

/** What another person's change shows of it, beside what was typed here. */
async function untilChangedMeanwhile(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByRole("note", { name: "Changed meanwhile" }).waitFor();
}

/** Every dialog of the administration, and what is typed and cannot be saved yet. */
export function dialogs(page: Page, { backend, company }: Stack): State[] {
  const { press, inDialog, text } = controls(page);
  const people = `/admin?tab=users&company=${company.id}`;
  const settings = `/admin?tab=ai-settings&company=${company.id}`;
  const ofPerson = async (action: string) => {
    const row = await openRow(page, "Team Members", PERSON);
    await row.getByRole("button", { name: action }).click();
  };
  return [
    {
      name: "new person",
      at: people,
      on: OPPOSITE,
      async open() {
        await press("Add User");
        await page.getByRole("dialog", { name: "Add User" }).waitFor();
      },
    },
    {
      name: "people to import",
      at: people,
      on: OPPOSITE,
      async open() {
        await press("Import CSV");
        const [chooser] = await Promise.all([
          page.waitForEvent("filechooser"),
          inDialog(/^Choose/).click(),
        ]);
        const buffer = Buffer.from(LINES.join("\r\n"));
        await chooser.setFiles({ name: "people.csv", mimeType: "text/csv", buffer });
        await text("Not created: Invalid email address");
      },
    },
    {
      name: "imported people",
      async open() {
        await inDialog(/^Create 1 /).click();
        await text(/^1 created/);
      },
    },
    {
      name: "agents of a person",
      at: people,
      on: OPPOSITE,
      async open() {
        await ofPerson("Edit Agent Access");
        await page.getByRole("dialog", { name: "Edit Agent Access" }).waitFor();
      },
    },
    {
      name: "reset sign-in",
      at: people,
      on: OPPOSITE,
      async open() {
        await ofPerson("Reset Password or Second Factor");
        await page.getByRole("heading", { name: "Done so far" }).waitFor();
      },
    },
    {
      name: "reset sign-in, done",
      on: OPPOSITE,
      async open() {
        await page.getByRole("radio", { name: "Remove second factors" }).check();
        await inDialog("Remove Second Factors").click();
        await page.getByText(`${PERSON} had no second factor.`).waitFor();
      },
    },
    {
      name: "deletion of a company",
      at: "/admin?tab=companies",
      on: OPPOSITE,
      async open() {
        await page.getByRole("searchbox", { name: "Search companies" }).fill(company.name);
        const row = await openRow(page, "Companies", company.name);
        await row.getByRole("button", { name: "Delete" }).click();
        await text(/^Warning: \d+ people still belong to/);
      },
    },
    {
      name: "invitation",
      at: "/contact-submissions",
      on: OPPOSITE,
      async open() {
        const row = page.getByRole("rowheader", { name: "Quinn Roe" }).getByRole("button");
        const invite = page.getByRole("button", { name: "Invite", exact: true });
        await row.or(invite).first().waitFor();
        if ((await row.count()) > 0) await row.click();
        await invite.first().click();
        await text("A company of this name is there already");
      },
    },
    {
      name: "notes of a request, changed meanwhile",
      at: "/contact-submissions",
      async open() {
        await page.getByLabel("Notes").first().fill("Mine");
        const path = "contact_form_submissions?name=eq.Quinn%20Roe";
        await rest(backend, "service", "PATCH", path, { notes: `Theirs at ${Date.now()}` });
        await untilChangedMeanwhile(page);
      },
    },
    {
      name: "prompt, changed meanwhile",
      at: settings,
      on: OPPOSITE,
      async open() {
        const field = page.getByRole("textbox", { name: "Label Agent: instructions" });
        await field.fill("Mine");
        const row = { company_id: company.id, prompt_key: "label_agent_system_prompt" };
        const value = { ...row, prompt_value: `Theirs at ${Date.now()}` };
        const upsert = { prefer: "resolution=merge-duplicates" };
        const path = "ai_prompt_settings?on_conflict=company_id,prompt_key";
        await rest(backend, "service", "POST", path, value, upsert);
        await untilChangedMeanwhile(page);
      },
    },
    {
      name: "golden question without words",
      at: `/admin?tab=answers&company=${company.id}`,
      on: OPPOSITE,
      async open() {
        const form = page.getByRole("region", { name: "Golden set" });
        await form.getByLabel("Question").first().fill("How tight?");
        await form.getByLabel("Document").first().selectOption({ index: 1 });
        await form.getByRole("button", { name: "Add question" }).click();
        await text("Enter the words that are expected.");
      },
    },
    {
      name: "whole input of a log",
      at: "/detailed-logs",
      async open() {
        await press("Show whole input");
        await page.getByRole("dialog", { name: "Input" }).waitFor();
      },
    },
    {
      name: "why an answer says what it says",
      at: "/detailed-logs?action=query",
      on: OPPOSITE,
      async open() {
        const row = page.getByRole("rowheader").first().getByRole("button");
        const why = page.getByText("Why did it say that?");
        await row.or(why).first().waitFor();
        if ((await row.count()) > 0) await row.click();
        await why.click();
        await page.getByRole("list", { name: "Passages that the model was given" }).waitFor();
      },
    },
    {
      name: "figures as a table",
      at: "/detailed-logs?tab=analytics",
      on: OPPOSITE,
      async open() {
        await page.locator(".recharts-bar-rectangle path").first().waitFor({ state: "attached" });
        await page.getByText("Show as a table").first().click();
      },
    },
  ];
}

/** What an administrator can only read without a network. */
export function offline(page: Page): State[] {
  const told = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("offline")));
    await page.getByText("Changes can be made when you are back online.").waitFor();
  };
  return [
    { name: "vocabulary without a network", open: told },
    {
      name: "prompts without a network",
      async open() {
        await page.getByRole("tab", { name: "AI Settings" }).click();
        await told();
      },
    },
  ];
}

/** A document, its pictures, and its versions, of which one waits for a decision. */
export function documents(page: Page, { backend, company, rows }: Stack): State[] {
  const { inDialog, text } = controls(page);
  const at = "/admin?tab=knowledge-base";
  const markdown = (name: string, torque: string) => ({
    ...{ name, mimeType: "text/markdown" },
    buffer: Buffer.from(`# Flange\n\nTighten the flange of the Zentria to ${torque}.`),
  });
  const actOn = async (name: string, action: string) => {
    const row = await openRow(page, "Documents", name);
    await row.getByRole("button", { name: action, exact: true }).last().click();
  };
  return [
    {
      name: "pages that are pictures",
      at,
      async open() {
        await openRow(page, "Documents", "Manual 1.pdf");
        await text("text is not read");
      },
    },
    {
      name: "no document that matches",
      at,
      async open() {
        await page.getByRole("searchbox").fill("nothing like it");
        await text("No documents match");
      },
    },
    {
      name: "versions of a document",
      at,
      open: () => actOn(CHECKLIST, "2 versions"),
    },
    {
      name: "deletion of a document with versions",
      async open() {
        await actOn(CHECKLIST, "Delete");
        await page.getByText("And the earlier versions?").waitFor();
      },
    },
    {
      name: "version that waits",
      on: [LIGHT_DESKTOP],
      at,
      async open() {
        await page.getByRole("checkbox", { name: "Label Agent" }).check();
        const field = page.getByLabel("Choose files or drop them here");
        await field.setInputFiles(markdown(GUIDE, "12 Nm"));
        const row = await openRow(page, "Documents", GUIDE);
        await row.getByText("Searchable", { exact: true }).waitFor();
        const [file] = await rows("knowledge_base", `file_name=eq.${encodeURIComponent(GUIDE)}`);
        const golden = await rest(backend, "service", "POST", "golden_questions", {
          ...{ company_id: company.id, agent: "ask", file_id: file?.id },
          ...{ question: "How tight is the flange of the Zentria?" },
          ...{ expected: "passage", expected_text: "12 Nm" },
        });
        expect(golden.status).toBe(201);
        const [chooser] = await Promise.all([
          page.waitForEvent("filechooser"),
          actOn(GUIDE, "Upload a new version"),
        ]);
        await chooser.setFiles(markdown("Zentria guide 2026.md", "15 Nm"));
        await rowOf(page, "Documents", GUIDE)
          .getByText(/1 golden question gets worse/)
          .waitFor();
      },
    },
    {
      name: "comparison of two versions",
      on: [LIGHT_DESKTOP],
      async open() {
        await actOn(GUIDE, "Compare and decide");
        await page.getByRole("dialog", { name: "Replace document?" }).waitFor();
        await inDialog("Keep the earlier version").waitFor();
      },
    },
    {
      name: "deletion of a document that golden questions need",
      on: [LIGHT_DESKTOP],
      at,
      async open() {
        await actOn(GUIDE, "Delete");
        await inDialog("Delete anyway").waitFor();
      },
    },
  ];
}

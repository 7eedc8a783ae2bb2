import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { rest } from "../support/backend.ts";
import { documentPlace, shownRow } from "../support/e2e/rows.ts";
import { LIGHT_DESKTOP } from "../support/e2e/screens.ts";
import type { Stack } from "../support/e2e/stack.ts";
import type { Visit } from "../support/e2e/tour.ts";

const PERSON = "Person 35";
const CHECKLIST = "duct-and-air-handler-checklist.txt";
const PEOPLE = [
  "E-Mail;Full name;Role;Agents;Password",
  "ann@new.example;Ann Abel;;voice, label;",
  "cy@new;Cy Cole;boss;;",
].join("\r\n");

const controls = (page: Page) => ({
  press: (name: string | RegExp) => page.getByRole("button", { name, exact: true }).first().click(),
  inDialog: (name: string | RegExp) => page.getByRole("dialog").getByRole("button", { name }),
  text: (words: string | RegExp) => page.getByText(words).first().waitFor(),
  async choose(
    file: { name: string; mimeType: string; buffer: Buffer },
    open: () => Promise<void>,
  ) {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), open()]);
    await chooser.setFiles(file);
  },
});

/** What another person's change shows of it, beside what was typed here. */
async function untilChangedMeanwhile(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByRole("note", { name: "Changed meanwhile" }).waitFor();
}

export async function peopleDialogs(
  page: Page,
  { company }: Stack,
  { go, look, screen }: Visit,
): Promise<void> {
  const { press, inDialog, text, choose } = controls(page);
  const people = `/admin?tab=users&company=${company.id}`;
  await go(people);
  await press("Add User");
  await page.getByRole("dialog", { name: "Add User" }).waitFor();
  await look("new person");
  await go(people);
  await press("Import CSV");
  const csv = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(PEOPLE) };
  await choose(csv, () => inDialog(/^Choose/).click());
  await text("Not created: Invalid email address");
  await look("people to import");
  if (screen !== LIGHT_DESKTOP) {
    await inDialog(/^Create 1 /).click();
    await text(/^1 created/);
    await look("imported people");
  }
  await go(people);
  const row = await shownRow(page, "Team Members", PERSON);
  await row.getByRole("button", { name: "Edit Agent Access" }).click();
  await page.getByRole("dialog", { name: "Edit Agent Access" }).waitFor();
  await look("agents of a person");
  await go(people);
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await press(/^Edit access of \d+ people$/);
  await page.getByRole("dialog", { name: /^Edit access of/ }).waitFor();
  await look("agents of several people");
  await go(people);
  await shownRow(page, "Team Members", PERSON);
  await row.getByRole("button", { name: "Reset Password or Second Factor" }).click();
  await page.getByRole("heading", { name: "Done so far" }).waitFor();
  await look("reset sign-in");
  await page.getByRole("radio", { name: "Remove second factors" }).check();
  await inDialog("Remove Second Factors").click();
  await page.getByText(`${PERSON} had no second factor.`).waitFor();
  await look("reset sign-in, done");
  await go("/admin?tab=companies");
  await page.getByRole("searchbox", { name: "Search companies" }).fill(company.name);
  const found = await shownRow(page, "Companies", company.name);
  await found.getByRole("button", { name: "Delete" }).click();
  await text(/^Warning: \d+ people still belong to/);
  await look("deletion of a company");
}

/** Requests, prompts and logs that are open or changed, and what is typed and cannot be saved yet. */
export async function openWork(
  page: Page,
  { backend, write, company }: Stack,
  { go, look, screen }: Visit,
): Promise<void> {
  const { press, text } = controls(page);
  await go("/contact-submissions");
  const invite = page.getByRole("button", { name: "Invite", exact: true });
  await invite.first().click();
  await text("A company of this name is there already");
  await look("invitation");
  await go(`/admin?tab=ai-settings&company=${company.id}`);
  await page.getByRole("textbox", { name: "Label Agent: instructions" }).fill("Mine");
  const prompt = { company_id: company.id, prompt_key: "label_agent_system_prompt" };
  const value = { ...prompt, prompt_value: `Theirs at ${Date.now()}` };
  const upsert = { prefer: "resolution=merge-duplicates" };
  const prompts = "ai_prompt_settings?on_conflict=company_id,prompt_key";
  await rest(backend, "service", "POST", prompts, value, upsert);
  await untilChangedMeanwhile(page);
  await look("prompt, changed meanwhile");
  await go(`/admin?tab=golden-set&company=${company.id}`);
  const form = page.getByRole("region", { name: "Golden set" });
  await form.getByLabel("Question").first().fill("How tight?");
  await form.getByLabel("Document").first().selectOption({ index: 1 });
  await form.getByRole("button", { name: "Add question" }).click();
  await text("Enter the words that are expected.");
  await look("golden question without words");
  await go("/detailed-logs?action=query");
  const why = page.getByText("Why did it say that?");
  await why.first().click();
  await page.getByRole("list", { name: "Passages that the model was given" }).waitFor();
  await look("why an answer says what it says");
  await go("/detailed-logs?tab=analytics");
  await page.locator(".recharts-bar-rectangle path").first().waitFor({ state: "attached" });
  await page.getByText("Show as a table").first().click();
  await look("figures as a table");
  if (screen === LIGHT_DESKTOP) return;
  await go("/contact-submissions");
  await page.getByLabel("Notes").first().fill("Mine");
  const request = "contact_form_submissions?name=eq.Quinn%20Roe";
  await write("PATCH", request, { notes: `Theirs at ${Date.now()}` });
  await untilChangedMeanwhile(page);
  await look("notes of a request, changed meanwhile");
  await go("/detailed-logs");
  await press("Filters");
  await page.getByLabel("Search by email", { exact: true }).fill("tech@");
  await page.getByLabel("From", { exact: true }).fill("2020-01-01");
  await page.getByLabel("Until", { exact: true }).fill("2099-12-31");
  await press("Show whole input");
  await page.getByRole("dialog", { name: "Input" }).waitFor();
  await look("whole input of a log");
}

const JOBS =
  "Number,Title,Status\nJ-1,Boiler room,open\nJ-new,Cellar,open\nJ-bad,Roof,done\n,Nothing,";

/** Dialogs about jobs, and what is shown once or opened about a company's own systems. */
export async function jobsAndSystems(page: Page, { company }: Stack, visit: Visit): Promise<void> {
  const { go, look } = visit;
  const { press, inDialog, text, choose } = controls(page);
  const jobs = `/admin?tab=jobs&company=${company.id}`;
  await go(jobs);
  await press("Edit: J-1");
  await page.getByRole("dialog", { name: "Edit job" }).waitFor();
  await look("job that is changed");
  await go(jobs);
  await press("Delete: J-1");
  await text("It has no entries.");
  await look("deletion of a job");
  await go(jobs);
  await press("Import CSV");
  const csv = { name: "jobs.csv", mimeType: "text/csv", buffer: Buffer.from(JOBS) };
  await choose(csv, () => inDialog(/^Choose/).click());
  await text("Not imported. Line 4");
  await look("jobs to import");
  await go(`/admin?tab=integrations&company=${company.id}`);
  await press(/^Make a new one: /);
  await inDialog("Make a new one").click();
  await text("The token for your system:");
  await press(/^New secret: /);
  await inDialog("Make a new one").click();
  await text(/^The secret for /);
  await press(/^Payload: /);
  await text(/"type": "/);
  await look("token, secret and payload");
  await press(/^Delete: https/);
  await text("are deleted, too");
  await look("deletion of a webhook");
}

/** What an administrator can only read without a network. */
export async function offline(page: Page, { look }: Visit): Promise<void> {
  for (const tab of ["Vocabulary", "AI Settings"]) {
    await page.getByRole("tab", { name: tab }).click();
    await page.evaluate(() => window.dispatchEvent(new Event("offline")));
    await page.getByText("Changes can be made when you are back online.").waitFor();
    await look(`${tab} without a network`);
  }
}

const flange = (torque: string) => `Tighten the flange of the Zentria to ${torque}.`;
const markdown = (name: string, torque: string) => ({
  ...{ name, mimeType: "text/markdown" },
  buffer: Buffer.from(`# Flange\n\n${flange(torque)}`),
});

async function actOn(page: Page, name: string, action: string): Promise<void> {
  const place = await documentPlace(page, name);
  await place.getByRole("button", { name: action, exact: true }).last().click();
}

/** Documents on a phone: pictures, and versions. */
export async function documents(page: Page, { go, look }: Visit): Promise<void> {
  const { text } = controls(page);
  await go("/admin?tab=knowledge-base");
  await shownRow(page, "Documents", "Manual 1.pdf");
  await text("text is not read");
  await look("pages that are pictures");
  await page.getByRole("searchbox").fill("nothing like it");
  await text("No documents match");
  await look("no document that matches");
  await go("/admin?tab=knowledge-base");
  await actOn(page, CHECKLIST, "2 versions");
  await look("versions of a document");
  await actOn(page, CHECKLIST, "Delete");
  await page.getByText("And the earlier versions?").waitFor();
  await look("deletion of a document with versions");
}

/** A version with which a golden question gets worse, on a desktop. */
export async function worseVersion(
  page: Page,
  { write, company }: Stack,
  { go, look }: Visit,
): Promise<void> {
  const { inDialog, choose } = controls(page);
  const id = randomUUID();
  // Not the same name when the test is tried again.
  const guide = `Zentria guide ${id.slice(0, 4)}.md`;
  await write("POST", "knowledge_base", {
    ...{ id, file_name: guide, file_path: `${company.id}/${id}`, kind: "md" },
    ...{ company_id: company.id, allowed_agents: ["label_agent"], size_bytes: 1000 },
    ...{ page_count: null, passage_count: 1 },
  });
  const passage = { file_id: id, chunk_no: 0, page: null, body: flange("12 Nm") };
  await write("POST", "knowledge_chunks", [passage]);
  await write("POST", "golden_questions", {
    ...{ company_id: company.id, agent: "ask", file_id: id },
    ...{ question: "How tight is the flange of the Zentria?" },
    ...{ expected: "passage", expected_text: "12 Nm" },
  });
  await go("/admin?tab=knowledge-base");
  // The page is again where it was left, which may be far below the newest document.
  await page.getByRole("searchbox").fill(guide);
  const next = markdown("Zentria guide 2026.md", "15 Nm");
  await choose(next, () => actOn(page, guide, "Upload a new version"));
  await page.getByRole("dialog", { name: "Replace document?" }).waitFor();
  await inDialog("Replace anyway").waitFor();
  await look("comparison of two versions");
  await go("/admin?tab=knowledge-base");
  await page.getByRole("searchbox").fill(guide);
  await actOn(page, guide, "Delete");
  await inDialog("Delete anyway").waitFor();
  await look("deletion of a document that golden questions need");
}

// @module-tag rest

import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { holdRequests } from "../support/e2e/hold-requests.ts";
import {
  downloadBy,
  goOffline,
  goOnline,
  signedIn,
  stackForTests,
  untilToast,
} from "../support/e2e/pages.ts";
import { DESKTOP, PHONE } from "../support/e2e/screens.ts";

const stack = stackForTests({ withProvider: false });
let page: Page;

beforeAll(async () => {
  page = await signedIn(stack, stack.administrator, { size: PHONE });
  await page.goto(`${stack.network.url}/admin?tab=jobs`);
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = (name: string) => page.getByRole("dialog", { name, exact: true });
const row = (text: string) =>
  page
    .getByRole("list", { name: "Jobs", exact: true })
    .getByRole("listitem")
    .filter({ hasText: text });

/** The jobs on the server: number, title and status. */
async function stored(): Promise<string[]> {
  const rows = await stack.rows("jobs", "select=number,title,status&order=number");
  return rows.map(({ number, title, status }) => `${number} ${title} ${status}`);
}

async function fill(name: string, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await dialog(name).getByLabel(label, { exact: true }).fill(value);
  }
}

it("adds a job with its equipment, and says at the field that a number is there already", async () => {
  await page.getByText("No jobs yet").waitFor();
  await button("Add job").click();
  await dialog("Add job").getByRole("button", { name: "Add job" }).click();
  await dialog("Add job").getByRole("alert").filter({ hasText: "Enter a number." }).waitFor();
  await fill("Add job", { Number: " A-200 ", "Title (optional)": "Boiler room" });
  await fill("Add job", { "Customer (optional)": "Riverside School" });
  await fill("Add job", { "Equipment (optional)": "Zentria; ; 4711\n\n" });
  await dialog("Add job").getByRole("button", { name: "Add job" }).click();
  await untilToast(page, "status", "Job added", "A-200 · Boiler room");
  await row("A-200 · Boiler room").getByText("Zentria, 4711").waitFor();
  await expect.poll(stored).toEqual(["A-200 Boiler room open"]);

  // Somebody else adds a job that this device has not heard of.
  const other = { company_id: stack.company.id, number: "A-300" };
  await button("Add job").click();
  await fill("Add job", { Number: "A-200" });
  await dialog("Add job").getByRole("button", { name: "Add job" }).click();
  const refused = dialog("Add job").getByRole("alert");
  await refused.filter({ hasText: "Another job has this number." }).waitFor();
  await stack.write("POST", "jobs", other);
  await fill("Add job", { Number: "A-300" });
  await dialog("Add job").getByRole("button", { name: "Add job" }).click();
  await refused.filter({ hasText: "Another job has this number." }).waitFor();
  await dialog("Add job").getByRole("button", { name: "Cancel" }).click();
  await stack.write("DELETE", "jobs?number=eq.A-300");
});

it("closes a job, takes that back, and finds jobs by serial number and status", async () => {
  await button("Close: A-200").click();
  await page.getByText("Job closed").waitFor();
  await row("A-200").waitFor({ state: "detached" });
  await expect.poll(stored).toContain("A-200 Boiler room closed");
  await button("Undo").click();
  await row("A-200").waitFor();
  await expect.poll(stored).toContain("A-200 Boiler room open");
  const search = page.getByLabel("Search jobs");
  await search.fill("zentria 4711");
  await row("A-200").waitFor();
  await search.fill("4712");
  await page.getByText("No job like that").waitFor();
  await search.fill("");
  await page.getByLabel("Status").selectOption("closed");
  await page.getByText("No closed jobs").waitFor();
  await page.getByLabel("Status").selectOption("open");
});

it("shows what an import will do, and imports it", async () => {
  await button("Import CSV").click();
  const shown = dialog("Import jobs");
  const template = await downloadBy(shown.getByRole("button", { name: "Download Template" }));
  const offered = (await readFile(await template.path(), "utf8")).split("\r\n");
  const lines = [...offered, "A-202,Cellar,,,,,,done"];
  const chooser = page.waitForEvent("filechooser");
  await shown.getByRole("button", { name: "Choose File" }).click();
  const buffer = Buffer.from(lines.join("\r\n"));
  await (await chooser).setFiles({ name: "jobs.csv", mimeType: "text/csv", buffer });
  await shown.getByText("1 new · 1 changed · 1 wrong", { exact: true }).waitFor();
  await shown.getByText("Will be changed: site, equipment").waitFor();
  await shown.getByText("Not imported. Line 5: The status must be open or closed.").waitFor();
  expect(await stored()).toEqual(["A-200 Boiler room open"]);
  const send = await holdRequests(page, /import_jobs/);
  await shown.getByRole("button", { name: "Import 2 jobs" }).click();
  await shown.getByRole("progressbar", { name: "Import" }).waitFor();
  await shown.getByText("0 of 2 jobs sent").waitFor();
  send();
  await untilToast(page, "status", "Jobs imported", "1 added, 1 changed.");
  await row("A-201 · Rooftop unit").waitFor();
  expect(await stored()).toEqual(["A-200 Boiler room open", "A-201 Rooftop unit open"]);
  expect(await stack.rows("jobs", "select=equipment&number=eq.A-200")).toMatchObject([
    { equipment: [{ serial: "4711" }, { serial: "4712" }] },
  ]);
});

it("says before a job is deleted that its entries stay", async () => {
  const [job] = await stack.rows("jobs", "select=id&number=eq.A-201");
  const user_id = await stack.userId(stack.technician);
  const note = { user_id, agent_type: "voice", input_type: "voice", job_id: job?.id };
  await stack.write("POST", "agent_logs", { ...note, input_data: "Said.", output_summary: "Sum." });
  await button("Delete: A-201").click();
  await dialog("Delete job?").getByText("1 entry stays, without a job.").waitFor();
  await dialog("Delete job?").getByRole("button", { name: "Delete" }).click();
  await untilToast(page, "status", "Job deleted", "A-201 · Rooftop unit");
  await row("A-201").waitFor({ state: "detached" });
  expect(await stack.rows("agent_logs", "select=job_id")).toEqual([{ job_id: null }]);
});

/** What the company's own system is answered. */
async function send(token: string, jobs: object[]) {
  const answer = await fetch(`${stack.backend.url}/functions/v1/import-jobs`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ jobs }),
  });
  return { status: answer.status, reply: await answer.json() };
}

it("makes a token once, with which the company's own system sends jobs, and revokes it", async () => {
  await page.goto(`${stack.network.url}/admin?tab=integrations`);
  await button("Make a token").click();
  const region = page.getByRole("region", { name: "Let your system send jobs" });
  const token = String(await region.getByRole("status").locator("code").textContent());
  const example = String(await region.getByText(/^curl /).textContent());
  expect(example).toContain(`/functions/v1/import-jobs`);
  expect(example).toContain(token);
  await region.getByText("Never used.").waitFor();
  expect(await send(token, [{ number: "A-200", title: "Boilers" }, { number: "B-1" }])).toEqual({
    ...{ status: 200, reply: { added: 1, changed: 1 } },
  });
  expect(await stored()).toEqual(["A-200 Boilers open", "B-1  open"]);
  await page.reload();
  await region.getByText("Last used").waitFor();
  expect(await region.textContent()).not.toContain(token);

  await region.getByRole("button", { name: "Make a new one" }).click();
  await dialog("Make a new token?").getByRole("button", { name: "Make a new one" }).click();
  const second = region.getByRole("status").locator("code");
  await expect.poll(async () => (await send(token, [{ number: "B-2" }])).status).toBe(401);
  const renewed = String(await second.textContent());
  expect((await send(renewed, [{ number: "B-2" }])).status).toBe(200);
  await region.getByRole("button", { name: "Revoke" }).click();
  await dialog("Revoke the token?").getByRole("button", { name: "Revoke" }).click();
  await untilToast(page, "status", "Token revoked");
  expect((await send(renewed, [{ number: "B-3" }])).status).toBe(401);
});

it("technicians copy a note in the layout that the company chose, also without a network", async () => {
  const region = page.getByRole("region", { name: "Copy for CRM" });
  const example = region.getByRole("region", { name: "Example" });
  await region.getByRole("checkbox", { name: "Technician" }).check();
  await region.getByRole("checkbox", { name: "Full Transcription" }).uncheck();
  await region.getByRole("button", { name: "Move up: Technician" }).click();
  await expect.poll(() => example.textContent()).toMatch(/Technician: Robin Hall\n\nReplaced the/);
  await region.getByRole("button", { name: "Save layout" }).click();
  await untilToast(page, "status", "Layout saved");
  const layouts = await stack.rows("companies", `select=copy_layout&id=eq.${stack.company.id}`);
  expect(layouts).toEqual([{ copy_layout: ["person", "summary"] }]);

  const phone = await signedIn(stack, stack.technician, {
    ...{ device: "technician", size: DESKTOP, isInstalled: true },
  });
  await phone.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await phone.goto(`${stack.network.url}/history`);
  const entry = phone.getByRole("article").filter({ hasText: "Sum." });
  const copied = async () => {
    await entry.getByRole("button", { name: /^Cop/ }).first().click();
    return await phone.evaluate(() => navigator.clipboard.readText());
  };
  await expect.poll(copied).toMatch(/^Technician: .+\n\nSum\.$/);
  await goOffline(stack, phone);
  await phone.reload();
  await phone.evaluate(() => navigator.clipboard.writeText(""));
  await expect.poll(copied).toMatch(/^Technician: .+\n\nSum\.$/);
  await goOnline(stack, phone);

  // What is copied without a choice.
  await region.getByRole("checkbox", { name: "Technician" }).uncheck();
  await region.getByRole("checkbox", { name: "Full Transcription" }).check();
  await region.getByRole("button", { name: "Save layout" }).click();
  await untilToast(page, "status", "Layout saved");
  expect(await stack.rows("companies", "select=id&copy_layout=not.is.null")).toEqual([]);
});

// @module-tag rest

import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { signIn } from "../support/backend.ts";
import { downloadBy, signedIn, stackForTests } from "../support/e2e/pages.ts";
import { PHONE } from "../support/e2e/screens.ts";

const OWN = "heat-pumps-hum";
const lines = () => [
  "E-Mail;Full name;Role;Agents;Password",
  "ann@new.example;Ann Abel;;voice, label;",
  `${stack.technician.toUpperCase()};Taylor Brooks;Technician;all;`,
  `${stack.superAdministrator};Sam Rivera;admin;none;`,
  `bob@new.example;Bob Berg;Administrator;snap;${OWN}`,
  "cy@new;Cy Cole;boss;;",
  "dee@new.example;Dee Dunn;;;",
];

const stack = stackForTests({ withProvider: false });
let page: Page;

beforeAll(async () => {
  page = await signedIn(stack, stack.administrator, { size: PHONE });
  await page.getByRole("heading", { name: "Team Members" }).waitFor();
});

const dialog = () => page.getByRole("dialog", { name: `Import people into ${stack.company.name}` });
const button = (name: string) => dialog().getByRole("button", { name, exact: true });
const row = (name: string) =>
  dialog()
    .getByRole("listitem")
    .filter({ has: page.getByText(name, { exact: true }) });
const counts = (words: string) => dialog().getByText(words, { exact: true }).waitFor();

async function choose(lines: readonly string[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await dialog()
    .getByRole("button", { name: /^Choose/ })
    .click();
  const csv = Buffer.from(lines.join("\r\n"));
  await (await chooser).setFiles({ name: "people.csv", mimeType: "text/csv", buffer: csv });
}

const newcomers = () =>
  stack.rows("profiles", "select=*,user_roles(role)&email=like.*@new.example&order=email");

it("offers an example, and shows the fate of each line before anything is sent", async () => {
  await page.getByRole("button", { name: "Import CSV" }).click();
  await choose(["Name,Phone", "Ann,1"]);
  await dialog().getByText("The first line must name the columns").waitFor();
  const file = await downloadBy(button("Download Example"));
  await choose((await readFile(await file.path(), "utf8")).split("\r\n"));
  await counts("2 to create");
  await choose(lines());
  await counts("4 to create · 1 already there · 1 not possible");
  await row("Ann Abel").getByText("Will be created with a temporary password").waitFor();
  await row("Ann Abel").getByText("Line 2 · Field Technician · Voice, Label").waitFor();
  await row("Bob Berg").getByText("Will be created with its password").waitFor();
  await row("Taylor Brooks").getByText("Already there: nothing is changed").waitFor();
  await row("Cy Cole")
    .getByText("Not created: Invalid email address. Role must be Field Technician or Administrator")
    .waitFor();
  const choice = dialog().getByRole("group", {
    name: "People without agents in the file get",
  });
  for (const agent of ["Voice Agent", "Snap Agent", "Label Agent"]) {
    expect(await choice.getByRole("checkbox", { name: agent }).isChecked()).toBe(true);
  }
  await row("Dee Dunn").getByText("Line 7 · Field Technician · Voice, Snap, Label").waitFor();
  await choice.getByRole("checkbox", { name: "Snap Agent" }).uncheck();
  await row("Dee Dunn").getByText("Line 7 · Field Technician · Voice, Label").waitFor();
  await row("Sam Rivera").getByText("Line 4 · Administrator · No agents").waitFor();
  expect(await newcomers()).toEqual([]);
});

it("creates those who are chosen, each once", async () => {
  await button("Create 4 People").dblclick();
  await counts("4 created · 1 already there · 1 not possible");
  expect(await newcomers()).toMatchObject([
    {
      ...{ email: "ann@new.example", full_name: "Ann Abel", user_roles: { role: "field_tech" } },
      ...{ can_use_voice_agent: true, can_use_snap_agent: false, can_use_label_agent: true },
    },
    { email: "bob@new.example", can_use_snap_agent: true, user_roles: { role: "admin" } },
    {
      email: "dee@new.example",
      ...{ can_use_voice_agent: true, can_use_snap_agent: false, can_use_label_agent: true },
    },
  ]);
});

it("shows temporary passwords once, warns before they are lost, and has them downloaded", async () => {
  const password = String(await row("Ann Abel").locator("code").textContent());
  expect(await row("Bob Berg").locator("code").count()).toBe(0);
  await button("Done").click();
  await dialog().getByText("You have not downloaded the results yet.").waitFor();
  const file = await downloadBy(button("Download Results"));
  const csv = await readFile(await file.path(), "utf8");
  expect(csv).toContain(`"2","Ann Abel","ann@new.example","Created","${password}"`);
  expect(csv).toContain(`"5","Bob Berg","bob@new.example","Created","",""`);
  expect(csv).toContain(`"6","Cy Cole","cy@new","Not created: Invalid email address.`);
  await button("Done").click();
  await dialog().waitFor({ state: "detached" });
  expect(await page.locator("body").textContent()).not.toContain(password);
  await signIn(stack.backend, "ann@new.example", password);
  await signIn(stack.backend, "bob@new.example", OWN);
});

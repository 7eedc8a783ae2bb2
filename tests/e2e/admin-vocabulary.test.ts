// @module-tag rest

import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { signedIn, stackForTests, untilToast } from "../support/e2e/pages.ts";
import { TABLET } from "../support/e2e/screens.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const stack = stackForTests({ withProvider: false });
let page: Page;

beforeAll(async () => {
  page = await (await stack.browser()).newPage();
  await page.setViewportSize(TABLET);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signInAs(page, stack.network.url, stack.administrator);
  await openTab();
});

async function openTab(): Promise<void> {
  await page.goto(`${stack.network.url}/admin`);
  await page.getByRole("tab", { name: "Company" }).click();
  await page.getByRole("tab", { name: "Vocabulary" }).click();
  await page.getByRole("heading", { name: "Vocabulary", exact: true }).waitFor();
}

const rowOf = (text: string) =>
  page
    .getByRole("list", { name: "Vocabulary" })
    .getByRole("listitem")
    .filter({ has: page.getByText(text, { exact: true }) });
const button = (name: string) => page.getByRole("button", { name, exact: true });

/** The entries on the server, in the order in which they were added. */
async function stored(): Promise<string[]> {
  const rows = await stack.rows("vocabulary_terms", "select=term,heard&order=created_at,term");
  return rows.map(({ term, heard }) => (heard === null ? `${term}` : `${heard} → ${term}`));
}

it("adds terms and fixed replacements by hand, each once", async () => {
  await page.getByText("No terms yet").waitFor();
  await button("Add term").click();
  await page.getByRole("alert").filter({ hasText: "Enter a term." }).waitFor();
  await page.getByLabel("Term", { exact: true }).fill("  HX-200 ");
  await button("Add term").click();
  await untilToast(page, "status", "Term added", "HX-200");
  await rowOf("HX-200").waitFor();

  await page.getByLabel("Term", { exact: true }).fill("contactor");
  await page.getByLabel("Always replaces (optional)").fill("contractor");
  await page.keyboard.press("Enter");
  await rowOf("contactor").getByText("Always replaces “contractor”").waitFor();
  await expect.poll(stored).toEqual(["HX-200", "contractor → contactor"]);

  await page.getByLabel("Term", { exact: true }).fill("hx-200");
  await button("Add term").click();
  await untilToast(page, "alert", "Error adding term", "The vocabulary has this already.");
  await rowOf("hx-200").waitFor({ state: "detached" });
  expect(await page.getByLabel("Term", { exact: true }).inputValue()).toBe("hx-200");
  await page.getByLabel("Term", { exact: true }).fill("");
});

it("deletes a term, and brings it back with Undo", async () => {
  await button("Delete: HX-200").click();
  await page.getByText("Term deleted").waitFor();
  await rowOf("HX-200").waitFor({ state: "detached" });
  await expect.poll(stored).toEqual(["contractor → contactor"]);
  await button("Undo").click();
  await rowOf("HX-200").waitFor();
  await expect.poll(stored).toEqual(["contractor → contactor", "HX-200"]);
});

it("proposes codes of the documents, which are added or dismissed with one tap", async () => {
  const proposal = (term: string) => button(`Add: ${term}`);
  await proposal("R-32").click();
  await rowOf("R-32").waitFor();
  await proposal("R-32").waitFor({ state: "detached" });
  await button("Dismiss: CO2").click();
  await proposal("CO2").waitFor({ state: "detached" });
  await openTab();
  await proposal("HP-240/B").waitFor();
  await proposal("CO2").waitFor({ state: "detached" });
  await expect.poll(stored).toContain("R-32");
});

it("lets a person choose the language of their notes, on every device of theirs", async () => {
  const technician = await signedIn(stack, stack.technician, { device: "technician" });
  await technician.goto(`${stack.network.url}/settings`);
  const field = technician.getByLabel("Language of your notes");
  expect(await field.inputValue()).toBe("");
  await technician
    .getByText("The model on this device and the server's own understand English only.")
    .waitFor();
  await field.selectOption({ label: "Spanish" });
  await untilToast(technician, "status", "Language changed", "Spanish");
  const language = async () => {
    const email = encodeURIComponent(stack.technician);
    const [row] = await stack.rows("profiles", `select=speech_language&email=eq.${email}`);
    return row?.speech_language;
  };
  expect(await language()).toBe("es");
  await technician.reload();
  await expect.poll(() => field.inputValue()).toBe("es");
  await field.selectOption({ label: "Automatic" });
  await untilToast(technician, "status", "Language changed", "Automatic");
  expect(await language()).toBeNull();
});

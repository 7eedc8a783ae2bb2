import type { Locator, Page } from "playwright";

/** A row of a list of the administration, by the name in its heading. */
export function rowOf(page: Page, list: string, name: string | RegExp): Locator {
  return page
    .getByRole("list", { name: list, exact: true })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });
}

export async function shownRow(page: Page, list: string, name: string): Promise<Locator> {
  const row = rowOf(page, list, name);
  await row.waitFor();
  return row;
}

/** The place of a document's actions: its row, or on a wide screen the details beside the list. */
export async function documentPlace(page: Page, name: string): Promise<Locator> {
  const row = await shownRow(page, "Documents", name);
  const details = page.getByRole("region", { name: "Details" });
  if ((await details.count()) === 0) return row;
  await row.getByRole("button", { name, exact: true }).click();
  return details;
}

/**
 * Chooses documents to upload as soon as the page takes them. Playwright also gives files to a field
 * that is disabled, and the page does nothing with those.
 */
export function chooseDocuments(page: Page, files: Parameters<Locator["setInputFiles"]>[0]) {
  const field = page.getByLabel("Files to upload");
  return field.and(page.locator(":enabled")).setInputFiles(files);
}

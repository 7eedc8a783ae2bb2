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

/**
 * Chooses documents to upload as soon as the page takes them. Playwright also gives files to a field
 * that is disabled, and the page does nothing with those.
 */
export function chooseDocuments(page: Page, files: Parameters<Locator["setInputFiles"]>[0]) {
  const field = page.getByLabel("Choose files or drop them here");
  return field.and(page.locator(":enabled")).setInputFiles(files);
}

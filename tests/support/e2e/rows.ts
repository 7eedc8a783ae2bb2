import type { Locator, Page } from "playwright";

/** A row of a list of the administration: its card, or on a wide screen its opened details. */
export function rowOf(page: Page, list: string, name: string): Locator {
  return cardOf(page, list, name).or(page.getByRole("region", { name, exact: true }));
}

/** Waits for a row, and opens its details if the screen is wide enough for a table. */
export async function openRow(page: Page, list: string, name: string): Promise<Locator> {
  const inTable = page
    .getByRole("table", { name: list, exact: true })
    .getByRole("rowheader", { name, exact: true })
    .getByRole("button");
  await cardOf(page, list, name).or(inTable).waitFor();
  if ((await inTable.count()) > 0 && (await inTable.getAttribute("aria-expanded")) === "false") {
    await inTable.click();
  }
  const row = rowOf(page, list, name);
  await row.waitFor();
  return row;
}

function cardOf(page: Page, list: string, name: string): Locator {
  return page
    .getByRole("list", { name: list, exact: true })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });
}

/**
 * Chooses documents to upload as soon as the page takes them. Playwright also gives files to a field
 * that is disabled, and the page does nothing with those.
 */
export function chooseDocuments(
  page: Page,
  files: Parameters<Locator["setInputFiles"]>[0],
): Promise<void> {
  const field = page.getByLabel("Choose files or drop them here");
  return field.and(page.locator(":enabled")).setInputFiles(files);
}

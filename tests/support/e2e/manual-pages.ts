import type { Page } from "playwright";

/** The entry of a document in the list of the manuals. */
export const manualRow = (page: Page, name: string) =>
  page
    .getByRole("list", { name: "Manuals" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

/** The paths of all entries in this device's caches whose names begin with `cacheName`. */
export function cachedPaths(page: Page, cacheName: string): Promise<string[]> {
  return page.evaluate(async (name) => {
    const names = (await caches.keys()).filter((each) => each.startsWith(name));
    const keys = await Promise.all(names.map(async (each) => (await caches.open(each)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  }, cacheName);
}

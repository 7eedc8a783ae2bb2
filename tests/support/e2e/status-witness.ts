import type { Page } from "playwright";

/** Records every text of the header's sync status from now on, until the tab leaves the app. */
export async function witnessStatus(page: Page): Promise<void> {
  await page.evaluate(() => {
    const said: string[] = [];
    const look = () => {
      const words = document.querySelector("header button[data-tone]")?.getAttribute("aria-label");
      if (typeof words === "string" && words !== said.at(-1)) said.push(words);
    };
    look();
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ["aria-label"],
    });
    Object.assign(globalThis, { statusSaid: said });
  });
}

/** The recorded texts of the status, without repetitions in a row. */
export function saidByStatus(page: Page): Promise<string[]> {
  return page.evaluate(() => Reflect.get(globalThis, "statusSaid") as string[]);
}

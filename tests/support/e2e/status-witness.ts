import type { Page } from "playwright";

/** Notes everything that the header's sync status says from now on, until the tab leaves the app. */
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

/** What the status said since then, each thing once in a row. */
export function saidByStatus(page: Page): Promise<string[]> {
  return page.evaluate(() => Reflect.get(globalThis, "statusSaid") as string[]);
}

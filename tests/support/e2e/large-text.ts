import type { Page } from "playwright";

/** The browser's usual size of text, in px. */
const USUAL = 16;

/**
 * Doubles the text of all documents that the page opens: `setting` as a phone's setting for large
 * text does, `page` as a browser's zoom for text alone does, which media queries do not know of.
 */
export async function doubleText(page: Page, by: "setting" | "page"): Promise<void> {
  if (by === "setting") {
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: 2 * USUAL } });
  } else {
    await page.addInitScript(() => {
      document.addEventListener("readystatechange", () => {
        document.documentElement.style.fontSize = "200%";
      });
    });
  }
}

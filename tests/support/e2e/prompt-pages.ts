import type { Page } from "playwright";
import { expect } from "vitest";
import { attentionTo } from "./attention.ts";

/** The name of the first prompt. */
export const VOICE = "Voice Agent: instructions";

export type PromptsPage = ReturnType<typeof promptsPage>;

/** The AI settings of a company, as used by a person who manages several companies. */
export function promptsPage(page: Page, company: string) {
  const card = (name: string) =>
    page
      .getByRole("list", { name: "Prompts" })
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name, exact: true }) });
  const text = (name: string) => card(name).getByRole("textbox");
  const openTab = () => page.getByRole("tab", { name: "AI Settings" }).click();
  const manage = (label: string) => page.getByLabel("Managing Company").selectOption({ label });
  return {
    ...attentionTo(page),
    card,
    text,
    openTab,
    manage,
    save: () => page.getByRole("button", { name: "Save", exact: true }),
    add: () => page.getByRole("button", { name: "Add prompt" }),
    meanwhile: (name: string) => card(name).getByRole("note", { name: "Changed meanwhile" }),
    untilText: (name: string, wanted: string) =>
      expect.poll(() => text(name).inputValue()).toBe(wanted),
    /**
     * Waits until the page would make the browser ask before it is left, or would not: it decides
     * that a moment after it shows what is unsaved.
     */
    untilWarning: (wanted: boolean) =>
      page.waitForFunction((asks) => {
        const leaving = new Event("beforeunload", { cancelable: true });
        return window.dispatchEvent(leaving) !== asks;
      }, wanted),
    /** Reloads the page and agrees if the browser asks. @returns whether the browser asked */
    async reload(): Promise<boolean> {
      let asked = false;
      const agree = (dialog: { type(): string; accept(): Promise<void> }) => {
        asked = dialog.type() === "beforeunload";
        void dialog.accept();
      };
      page.on("dialog", agree);
      await page.reload();
      page.off("dialog", agree);
      await openTab();
      await manage(company);
      await card(VOICE).waitFor();
      return asked;
    },
  };
}

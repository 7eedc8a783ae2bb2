import type { Page } from "playwright";
import { expect } from "vitest";
import { attentionTo } from "./attention.ts";
import { closable } from "./closed-list.ts";

/** The name of the first prompt. */
export const VOICE = "Voice Agent: instructions";

/** The name of a second company, which has its own prompt. */
export const OTHER_COMPANY = "Alder Mechanical";

/**
 * A script with faults of the server: no prompt can be read while the company of `closed-list.ts`
 * exists, prompts that begin with "Sealed" cannot be stored, and those that begin with "Locked"
 * cannot be deleted. It also adds a second company with a prompt, because a policy is evaluated
 * only for existing rows.
 */
export const PROMPT_FAULTS = `
  with other as (insert into public.companies (name) values ('${OTHER_COMPANY}') returning id)
  insert into public.ai_prompt_settings (company_id, prompt_key, prompt_value)
    select id, 'tone', 'Be brief' from other;
  ${closable("ai_prompt_settings")}
  create function private.refuse_prompt() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      if old.prompt_value like 'Locked%' then raise exception 'Locked'; end if;
      return old;
    end if;
    if new.prompt_value like 'Sealed%' then raise exception 'Sealed'; end if;
    return new;
  end $$;
  create trigger refuse_prompt before insert or update or delete on public.ai_prompt_settings
    for each row execute function private.refuse_prompt();
`;

/** How far the page extends beyond the right edge of the screen, px. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** The prompt texts that the header or the bottom bars cover when they get the focus by Tab. */
export async function hiddenFields(page: Page): Promise<string[]> {
  const save = page.getByRole("button", { name: "Save", exact: true });
  const hidden: string[] = [];
  await page.getByRole("tab", { name: "AI Settings" }).focus();
  do {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      const field = document.activeElement;
      if (!(field instanceof HTMLTextAreaElement)) return null;
      const { left, top, bottom } = field.getBoundingClientRect();
      const isSeen = (y: number) => document.elementFromPoint(left + 20, y) === field;
      return isSeen(top + 4) && isSeen(bottom - 4) ? null : field.value;
    });
    if (found !== null) hidden.push(found);
  } while (!(await save.evaluate((button) => button === document.activeElement)));
  return hidden;
}

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

import type { Page } from "playwright";
import { closable } from "./closed-list.ts";

/** A company with a prompt of its own, beside the demo's. */
export const OTHER_COMPANY = "Alder Mechanical";

/**
 * While the server is out of order, no prompt can be read: another company has one, as a policy is
 * asked about rows alone. Sealed ones are refused.
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

/** How far the page reaches beyond the screen to the right, px. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** Which texts of prompts the header or the bars at the bottom hide when Tab comes to them. */
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

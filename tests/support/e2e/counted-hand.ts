import type { Page } from "playwright";

/** What a person did with a page so far. */
export interface Effort {
  taps: number;
  /** Fields that were typed into, and lists and days that were chosen from. */
  fields: number;
}

/**
 * Counts what a person does with a page: the browser's own taps, not the calls of a test, and the
 * fields whose value changed. The same field is counted again when another was changed between.
 * Must be called before the first page is opened.
 */
export async function countEffort(page: Page): Promise<Effort> {
  const effort = { taps: 0, fields: 0 };
  await page.exposeFunction("countTap", () => {
    effort.taps += 1;
  });
  await page.exposeFunction("countField", () => {
    effort.fields += 1;
  });
  await page.addInitScript(() => {
    const { countTap, countField } = window as unknown as Record<string, () => void>;
    let last: EventTarget | null = null;
    window.addEventListener("pointerdown", (event) => event.isTrusted && countTap?.(), true);
    window.addEventListener(
      "input",
      ({ target }) => {
        // A box to tick is a tap.
        const isTicked = target instanceof HTMLInputElement && target.type === "checkbox";
        if (isTicked || target === last) return;
        last = target;
        countField?.();
      },
      true,
    );
  });
  return effort;
}

import type { Page } from "playwright";

/**
 * Waits for a toast with these words, and closes it, because only a limited number is shown at
 * once.
 */
export async function untilToast(
  page: Page,
  role: "alert" | "status",
  title: string,
  message = "",
): Promise<void> {
  const toast = page
    .getByRole(role)
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ hasText: message })
    .first();
  // A click would wait for another toast if this one has closed by itself meanwhile.
  const close = await toast.getByRole("button", { name: "Close" }).elementHandle();
  await close?.evaluate((button) => (button as HTMLElement).click());
  await page.waitForFunction((button) => button?.isConnected !== true, close);
}

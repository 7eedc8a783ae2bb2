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
  await toast.waitFor();
  await toast.getByRole("button", { name: "Close" }).click();
  await toast.waitFor({ state: "detached" });
}

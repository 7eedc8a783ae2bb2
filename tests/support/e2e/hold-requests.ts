import type { BrowserContext, Page } from "playwright";

/**
 * Holds back the requests for some addresses.
 * @returns a function that lets them pass, those held back and all later ones
 */
export async function holdRequests(
  of: Page | BrowserContext,
  address: string | RegExp,
): Promise<() => void> {
  let letPass = () => {};
  const passing = new Promise<void>((resolve) => {
    letPass = resolve;
  });
  await of.route(address, async (route) => {
    await passing;
    await route.continue();
  });
  return letPass;
}

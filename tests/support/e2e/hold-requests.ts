import type { BrowserContext, Page, Route } from "playwright";
import { deferred } from "../deferred.ts";

/**
 * Holds back the requests for some addresses.
 * @returns a function that lets them pass, those held back and all later ones
 */
export async function holdRequests(
  of: Page | BrowserContext,
  address: string | RegExp,
): Promise<() => void> {
  const passing = deferred();
  await of.route(address, async (route) => {
    await passing.promise;
    await route.continue();
  });
  return passing.resolve;
}

/**
 * Answers requests as a server whose database refuses them, with this reason.
 * @param containing refuses only requests whose body contains this text
 * @returns a function that lets them pass again
 */
export async function refuse(
  of: Page | BrowserContext,
  methods: readonly ("GET" | "POST" | "PATCH" | "DELETE")[],
  address: RegExp,
  message: string,
  containing = "",
): Promise<() => Promise<void>> {
  const json = { code: "P0001", message, details: null, hint: null };
  const answer = (route: Route) => {
    const request = route.request();
    const isRefused =
      methods.some((method) => method === request.method()) &&
      (request.postData() ?? "").includes(containing);
    return isRefused ? route.fulfill({ status: 400, json }) : route.fallback();
  };
  await of.route(address, answer);
  return () => of.unroute(address, answer);
}

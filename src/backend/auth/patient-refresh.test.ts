import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { patientRefresh } from "./auth-js-workarounds.ts";

const REFRESH = "https://backend.test/auth/v1/token?grant_type=refresh_token";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Never answers; rejects when its request is aborted. */
const silent = vi.fn<typeof fetch>(
  (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(new TypeError("network error")));
    }),
);

it("patientRefresh aborts a token refresh that gets no answer within 15 seconds", async () => {
  const refused = expect(patientRefresh(silent)(REFRESH)).rejects.toThrow("network error");
  await vi.advanceTimersByTimeAsync(15_000);
  await refused;
});

it("patientRefresh does not abort a request that is not a token refresh", async () => {
  const ended = vi.fn();
  patientRefresh(silent)("https://backend.test/functions/v1/snap-process").catch(ended);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(ended).not.toHaveBeenCalled();
});

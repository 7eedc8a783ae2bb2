import { NavigatorLockAcquireTimeoutError } from "@supabase/supabase-js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deferred } from "#tests/support/deferred.ts";
import { createMemoryLocks } from "#tests/support/sync/memory-locks.ts";
import { ownExpiry, patientRefresh, sessionLock } from "./auth-js-workarounds.ts";

const SESSION = {
  access_token: "a",
  refresh_token: "r",
  expires_in: 3600,
  expires_at: 1_700_000_000,
};
const answering =
  (body: string, status = 200) =>
  async () =>
    new Response(body, { status });
const TOKEN = "https://backend.test/auth/v1/token?grant_type=refresh_token";

it("ownExpiry removes a session's expiry time and keeps its lifetime", async () => {
  const response = await ownExpiry(answering(JSON.stringify(SESSION)))(TOKEN);
  const { expires_at: _, ...rest } = SESSION;
  expect(await response.json()).toEqual(rest);
});

it.each([
  ["a login page", TOKEN, "<html></html>"],
  [
    "the reply to another request",
    "https://backend.test/rest/v1/agent_logs",
    JSON.stringify(SESSION),
  ],
])("ownExpiry leaves %s unchanged", async (_, url, body) => {
  expect(await (await ownExpiry(answering(body))(url)).text()).toBe(body);
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { locks: createMemoryLocks() });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Never answers; rejects when its request is aborted. */
const silent = vi.fn<typeof fetch>(
  (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(new TypeError("network error")));
    }),
);

it("patientRefresh aborts a token refresh that gets no answer within 15 seconds", async () => {
  const refused = expect(patientRefresh(silent)(TOKEN)).rejects.toThrow("network error");
  await vi.advanceTimersByTimeAsync(15_000);
  await refused;
});

it("patientRefresh does not abort a request that is not a token refresh", async () => {
  const ended = vi.fn();
  patientRefresh(silent)("https://backend.test/functions/v1/snap-process").catch(ended);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(ended).not.toHaveBeenCalled();
});

/** Begins work that has the lock until `end` is called, and then has this result. */
async function begin(result: string) {
  const { promise, resolve: end } = deferred();
  const work = vi.fn(() => promise.then(() => result));
  const returned = sessionLock("session", -1, work);
  await vi.waitFor(() => expect(work).toHaveBeenCalled());
  return { work, returned, end };
}

it("sessionLock waits until other work on the session has ended", async () => {
  const first = await begin("first");
  const next = vi.fn(async () => "next");
  const waiting = sessionLock("session", -1, next);
  await vi.advanceTimersByTimeAsync(44_000);
  expect(next).not.toHaveBeenCalled();
  first.end();
  expect(await first.returned).toBe("first");
  expect(await waiting).toBe("next");
});

it("sessionLock steals the lock from frozen work, and still returns that work's result", async () => {
  const frozen = await begin("resumed");
  const next = sessionLock("session", -1, async () => "next");
  await vi.advanceTimersByTimeAsync(45_000);
  expect(await next).toBe("next");
  frozen.end();
  expect(await frozen.returned).toBe("resumed");
  expect(frozen.work).toHaveBeenCalledOnce();
});

it("sessionLock rejects at once when the lock is taken and the time limit is 0", async () => {
  await begin("first");
  const never = vi.fn(async () => "never");
  // auth-js checks for exactly this class.
  await expect(sessionLock("session", 0, never)).rejects.toBeInstanceOf(
    NavigatorLockAcquireTimeoutError,
  );
  expect(never).not.toHaveBeenCalled();
});

it("sessionLock rejects with the error of its work, and releases the lock", async () => {
  const failing = sessionLock("session", -1, async () => {
    throw new Error("refused");
  });
  await expect(failing).rejects.toThrow("refused");
  expect(await sessionLock("session", -1, async () => "next")).toBe("next");
});

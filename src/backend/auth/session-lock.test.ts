import { NavigatorLockAcquireTimeoutError } from "@supabase/supabase-js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deferred } from "#tests/support/deferred.ts";
import { createMemoryLocks } from "#tests/support/sync/memory-locks.ts";
import { sessionLock } from "./auth-js-workarounds.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { locks: createMemoryLocks() });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
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

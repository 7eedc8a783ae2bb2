import { NavigatorLockAcquireTimeoutError } from "@supabase/supabase-js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMemoryLocks } from "#tests/support/sync/memory-locks.ts";
import { sessionLock } from "./session-lock.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { locks: createMemoryLocks() });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Work that runs until `end` gives it a result. */
function openEnded() {
  let end = (_result: string) => {};
  const work = vi.fn(
    () =>
      new Promise<string>((resolve) => {
        end = resolve;
      }),
  );
  return { work, end: (result: string) => end(result) };
}

describe("sessionLock", () => {
  it("waits until other work on the session has ended", async () => {
    const first = openEnded();
    const begun = sessionLock("session", -1, first.work);
    await vi.waitFor(() => expect(first.work).toHaveBeenCalled());
    const next = vi.fn(async () => "next");
    const waiting = sessionLock("session", -1, next);
    await vi.advanceTimersByTimeAsync(44_000);
    expect(next).not.toHaveBeenCalled();
    first.end("first");
    expect(await begun).toBe("first");
    expect(await waiting).toBe("next");
  });

  it("steals the lock from frozen work, and still returns that work's result", async () => {
    const frozen = openEnded();
    const stolen = sessionLock("session", -1, frozen.work);
    await vi.waitFor(() => expect(frozen.work).toHaveBeenCalled());
    const next = sessionLock("session", -1, async () => "next");
    await vi.advanceTimersByTimeAsync(45_000);
    expect(await next).toBe("next");
    frozen.end("resumed");
    expect(await stolen).toBe("resumed");
    expect(frozen.work).toHaveBeenCalledOnce();
  });

  it("rejects at once when the lock is taken and the time limit is 0", async () => {
    const first = openEnded();
    void sessionLock("session", -1, first.work);
    await vi.waitFor(() => expect(first.work).toHaveBeenCalled());
    const never = vi.fn(async () => "never");
    // auth-js checks for exactly this class.
    await expect(sessionLock("session", 0, never)).rejects.toBeInstanceOf(
      NavigatorLockAcquireTimeoutError,
    );
    expect(never).not.toHaveBeenCalled();
  });

  it("rejects with the error of its work, and releases the lock", async () => {
    const failing = sessionLock("session", -1, async () => {
      throw new Error("refused");
    });
    await expect(failing).rejects.toThrow("refused");
    expect(await sessionLock("session", -1, async () => "next")).toBe("next");
  });
});

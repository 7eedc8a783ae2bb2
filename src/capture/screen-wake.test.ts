import { expect, it, vi } from "vitest";
import { keepScreenAwake, type ScreenWakeBrowser } from "./screen-wake.ts";

/** A browser that grants screen locks, and releases them whenever the page is hidden. */
function fakeBrowser() {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" as const as string });
  const locks: { released: boolean; release: () => Promise<void> }[] = [];
  const request = vi.fn(async () => {
    const lock = {
      released: false,
      release: async () => {
        lock.released = true;
      },
    };
    locks.push(lock);
    return lock as unknown as WakeLockSentinel;
  });
  return {
    browser: { wakeLock: { request }, document: page } as unknown as ScreenWakeBrowser,
    request,
    held: () => locks.filter((lock) => !lock.released).length,
    show(state: "visible" | "hidden") {
      page.visibilityState = state;
      if (state === "hidden") for (const lock of locks) lock.released = true;
      page.dispatchEvent(new Event("visibilitychange"));
    },
  };
}

it("keeps the screen on until the end, also after the page was hidden", async () => {
  const { browser, held, show } = fakeBrowser();
  const letSleep = keepScreenAwake(browser);
  await vi.waitFor(() => expect(held()).toBe(1));
  show("hidden");
  expect(held()).toBe(0);
  show("visible");
  await vi.waitFor(() => expect(held()).toBe(1));
  letSleep();
  expect(held()).toBe(0);
  show("hidden");
  show("visible");
  expect(held()).toBe(0);
});

it("releases a lock that is granted after the end", async () => {
  const { browser, request, held } = fakeBrowser();
  keepScreenAwake(browser)();
  await Promise.all(request.mock.results.map((result) => result.value));
  await vi.waitFor(() => expect(held()).toBe(0));
  expect(request).toHaveBeenCalledOnce();
});

it("does nothing when the lock is unsupported or refused", async () => {
  const { browser, request } = fakeBrowser();
  keepScreenAwake({ ...browser, wakeLock: undefined })();
  request.mockRejectedValueOnce(new DOMException("low battery", "NotAllowedError"));
  const letSleep = keepScreenAwake(browser);
  await Promise.allSettled(request.mock.results.map((result) => result.value));
  letSleep();
});

import { expect, it } from "vitest";
import { createManualClock } from "#tests/support/sync/manual-clock.ts";
import { createConnectivity, watchForReturn } from "./connectivity.ts";

/** A page with nothing to send, and the backend that it asks. */
async function openPage() {
  const clock = createManualClock();
  const page = { answers: false, isVisible: true, probes: 0 };
  const connectivity = createConnectivity({
    probe: async () => {
      page.probes += 1;
      return page.answers;
    },
    clock,
    random: () => 0.999,
  });
  const watch = watchForReturn({ connectivity, clock, isVisible: () => page.isVisible });
  /** Lets `ms` pass in short steps, so that each probe ends before the next one may begin. */
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 100) {
      clock.advance(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  await connectivity.ensureUp();
  expect(connectivity.state()).toBe("down");
  return { page, connectivity, watch, pass };
}

it("notices by itself that the backend answers again, probes ever less often, and no more after that", async () => {
  const { page, connectivity, pass } = await openPage();
  await pass(60_000);
  // After 1, 3, 7, 15 and 31 seconds.
  expect(page.probes).toBe(6);
  expect(connectivity.state()).toBe("down");
  page.answers = true;
  await pass(10_000);
  expect(connectivity.state()).toBe("up");
  const { probes } = page;
  await pass(60_000);
  expect(page.probes).toBe(probes);
});

it("does not probe while the page is hidden, and goes on when it becomes visible", async () => {
  const { page, connectivity, watch, pass } = await openPage();
  page.isVisible = false;
  await pass(60_000);
  expect(page.probes).toBe(2);
  page.answers = true;
  page.isVisible = true;
  watch.look();
  await pass(10_000);
  expect(connectivity.state()).toBe("up");
});

it("ends with the page", async () => {
  const { page, watch, pass } = await openPage();
  watch.stop();
  await pass(10_000);
  expect(page.probes).toBe(1);
});

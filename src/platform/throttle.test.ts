import { expect, it } from "vitest";
import { createManualClock } from "#tests/support/sync/manual-clock.ts";
import { throttle } from "./throttle.ts";

it("throttle does the work at once, and once more for all calls during the interval", async () => {
  const clock = createManualClock();
  let done = 0;
  const ask = throttle(clock, 1000, () => {
    done += 1;
  });
  ask();
  expect(done).toBe(1);
  ask();
  ask();
  await clock.advance(999);
  expect(done).toBe(1);
  await clock.advance(1);
  expect(done).toBe(2);
  await clock.advance(5000);
  expect(done).toBe(2);
  ask();
  expect(done).toBe(3);
});

import { expect, it, vi } from "vitest";
import { createManualClock } from "#tests/support/sync/manual-clock.ts";
import { type Outcome, unreachable } from "./outcome.ts";
import { repeatRead } from "./repeat-read.ts";

const OK = { kind: "ok", value: "rows" } as const;
const BUSY: Outcome<never> = { ...unreachable("Out of order"), cause: "busy", code: "x" };
const REFUSED = { kind: "never", code: "42501", message: "no" } as const;

/** Repeats a read that has these outcomes one after the other, and moves the clock on. */
async function repeated(outcomes: (Outcome<string> | null)[], isStopped = () => false) {
  const clock = createManualClock();
  const told: number[] = [];
  const askedAt: number[] = [];
  const read = vi.fn(async () => {
    askedAt.push(clock.ticks());
    return outcomes.shift() ?? null;
  });
  const reading = repeatRead({
    read,
    ports: { clock, random: () => 0.999 },
    failing: () => told.push(clock.ticks()),
    isStopped,
  });
  const ended = vi.fn();
  void reading.then(ended);
  await vi.waitFor(
    () => {
      clock.advance(clock.untilNext() ?? 0);
      expect(ended).toHaveBeenCalled();
    },
    { interval: 1 },
  );
  const outcome: Outcome<string> | null = await reading;
  return { outcome, askedAt, told };
}

it("does not report a single failure, and returns the result of the second try", async () => {
  const { outcome, askedAt, told } = await repeated([unreachable(), OK]);
  expect(outcome).toEqual(OK);
  expect(askedAt).toHaveLength(2);
  expect(askedAt[1]).toBeLessThanOrEqual(1000);
  expect(told).toEqual([]);
});

it("reports the second failure within a second, and tries for some seconds more", async () => {
  const { outcome, askedAt, told } = await repeated([BUSY, BUSY, BUSY, BUSY, OK]);
  expect(outcome).toEqual(BUSY);
  expect(askedAt).toEqual([0, 999, 2997, 6993]);
  expect(told).toEqual([999, 2997]);
});

it.each([
  ["an answer", OK],
  ["a refusal", REFUSED],
  ["a session that is not accepted", { kind: "sign-in" } as const],
  ["a server that could not be reached", null],
])("does not repeat after %s", async (_, only) => {
  const { outcome, askedAt } = await repeated([only, BUSY]);
  expect(outcome).toEqual(only);
  expect(askedAt).toHaveLength(1);
});

it("asks no more when the answer is not needed any more", async () => {
  const isStopped = vi.fn().mockReturnValueOnce(false).mockReturnValue(true);
  const { askedAt } = await repeated([BUSY, OK], isStopped);
  expect(askedAt).toHaveLength(1);
});

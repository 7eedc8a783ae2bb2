import { expect, test } from "vitest";
import { createRequestPacer } from "./request-pacer.ts";

test("a network that sends too many requests waits, and others do not", async () => {
  const inPace = createRequestPacer();
  const never = new AbortController().signal;
  const timed = async (network: string, count: number) => {
    const begun = performance.now();
    await Promise.all(Array.from({ length: count }, () => inPace(network, never)));
    return performance.now() - begun;
  };
  expect(await timed("a", 400)).toBeLessThan(150);
  const again = timed("a", 200);
  expect(await timed("b", 1)).toBeLessThan(150);
  expect(await again).toBeGreaterThan(200);
});

test("a wait ends when the client disconnects", async () => {
  const inPace = createRequestPacer();
  const leaving = new AbortController();
  const waiting = Promise.all(Array.from({ length: 2000 }, () => inPace("a", leaving.signal)));
  leaving.abort();
  await expect(waiting).rejects.toThrow();
});

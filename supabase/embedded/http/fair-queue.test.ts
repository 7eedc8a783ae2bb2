import { expect, test } from "vitest";
import { createRequestPacer, FairQueue, QueueFull } from "./fair-queue.ts";

const limits = { perCaller: 2, total: 3, maxWaiting: 4, maxWaitMs: 60_000 };

function open(more: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) {
  const queue = new FairQueue({ ...limits, ...more });
  const admitted: string[] = [];
  const enter = async (caller: string, weight = 1, signal?: AbortSignal) => {
    const leave = await queue.enter(caller, weight, signal);
    admitted.push(caller);
    return leave;
  };
  return { admitted, enter };
}

async function timed(work: Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work;
  return performance.now() - begun;
}

test("no caller gets more places than its share, and all together not more than the total", async () => {
  const { admitted, enter } = open();
  const [first] = await Promise.all([enter("a"), enter("a")]);
  const third = enter("a");
  await enter("b");
  const fourth = enter("c");
  expect(admitted).toEqual(["a", "a", "b"]);
  first?.();
  // Giving a place back twice frees only one place.
  first?.();
  const leave = await third;
  expect(admitted).toEqual(["a", "a", "b", "a"]);
  leave();
  await fourth;
});

test("a small request does not overtake one that needs more than is free", async () => {
  const { admitted, enter } = open();
  const leave = await enter("a", 2);
  const large = enter("b", 2);
  const small = enter("c", 1);
  leave();
  await Promise.all([large, small]);
  expect(admitted).toEqual(["a", "b", "c"]);
});

test("waiting callers are admitted by turns", async () => {
  const { admitted, enter } = open({ total: 1, perCaller: 1 });
  const first = await enter("a");
  const rest = [enter("a"), enter("a"), enter("a"), enter("b"), enter("c"), enter("b")];
  first();
  for (const one of rest) void one.then((leave) => leave());
  await Promise.all(rest);
  expect(admitted).toEqual(["a", "a", "b", "c", "a", "b", "a"]);
});

test("a caller with too many waiting requests is refused, and others are not", async () => {
  const { enter } = open();
  for (const _ of [1, 2]) await enter("a");
  for (const _ of [1, 2, 3, 4]) void enter("a");
  await expect(enter("a")).rejects.toThrow(QueueFull);
  await enter("b");
});

test("a request that waited too long or was aborted no longer waits in the queue", async () => {
  const { enter } = open({ total: 1, maxWaitMs: 20 });
  const leave = await enter("a");
  await expect(enter("b")).rejects.toThrow(QueueFull);
  const gone = new AbortController();
  const left = enter("c", 1, gone.signal);
  gone.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  leave();
  await enter("d");
});

test("a request that needs more than the total is admitted alone", async () => {
  const { admitted, enter } = open();
  const leave = await enter("a", 10);
  const small = enter("b", 1);
  expect(admitted).toEqual(["a"]);
  leave();
  await small;
  expect(admitted).toEqual(["a", "b"]);
});

test("a network that sends too many requests waits, and others do not", async () => {
  const inPace = createRequestPacer();
  const never = new AbortController().signal;
  const send = (network: string, count: number) =>
    timed(Promise.all(Array.from({ length: count }, () => inPace(network, never))));
  expect(await send("a", 400)).toBeLessThan(150);
  const again = send("a", 200);
  expect(await send("b", 1)).toBeLessThan(150);
  expect(await again).toBeGreaterThan(200);
});

test("a wait ends when the client disconnects", async () => {
  const inPace = createRequestPacer();
  const leaving = new AbortController();
  const waiting = Promise.all(Array.from({ length: 2000 }, () => inPace("a", leaving.signal)));
  leaving.abort();
  await expect(waiting).rejects.toThrow();
});

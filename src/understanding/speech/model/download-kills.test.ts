import { AsyncLocalStorage } from "node:async_hooks";
import { expect, it, vi } from "vitest";
import { device, expectExactly } from "#tests/support/model-device.ts";
import { readStoredModel, removeModel } from "./model-store.ts";

/** The context in which code runs: what a dead one left behind does nothing any more. */
const contexts = new AsyncLocalStorage<{ points: number; diesAt: number }>();

/**
 * Lets a context die at its n-th request or write: it gets no further, and writes no more. The
 * next one starts on the same device.
 * @returns whether it lived on to the end of the work
 */
async function playUntil(diesAt: number, work: () => Promise<void>): Promise<boolean> {
  let died = () => {};
  const death = new Promise<false>((resolve) => {
    died = () => resolve(false);
  });
  const orDie = async () => {
    const context = contexts.getStore();
    if (context === undefined) return;
    context.points += 1;
    if (context.points < context.diesAt) return;
    died();
    await new Promise(() => {});
  };
  mortal(orDie);
  const context = { points: 0, diesAt };
  const lived = await Promise.race([contexts.run(context, work).then(() => true), death]);
  device.startContext();
  mortal(orDie);
  return lived;
}

function mortal(orDie: () => Promise<void>): void {
  device.caches.beforeWrite = orDie;
  vi.stubGlobal("fetch", async (path: string, init: { signal: AbortSignal }) => {
    await orDie();
    return device.answer(path, init);
  });
}

it("killed at any point, a first download leaves no model or the whole one, and goes on with what is missing", async () => {
  const model = device.publish("small", 1);
  for (let point = 1; ; point += 1) {
    device.clear();
    const lived = await playUntil(point, () => device.download(model));
    if ((await readStoredModel()) !== null) await expectExactly(model);
    await device.expectGoesOn(model);
    if (lived) {
      // A request and a write for each part, and the manifest.
      expect(point).toBe(2 * model.paths.length + 2);
      return;
    }
  }
});

it("killed at any point, an update leaves the older or the newer version, whole, and ends with the newer alone", async () => {
  const older = device.publish("small", 1);
  const newer = device.publish("better", 2);
  for (let point = 1; ; point += 1) {
    device.clear();
    await device.download(older);
    const lived = await playUntil(point, () => device.download(newer));
    const kept = await readStoredModel();
    await expectExactly(kept?.version === newer.manifest.version ? newer : older);
    await device.download(newer);
    await expectExactly(newer);
    expect(device.partsKept()).toEqual([...newer.paths].sort());
    if (lived) return;
  }
});

it("killed at any point, a removal leaves the whole model or none, and ends with nothing", async () => {
  const model = device.publish("small", 1);
  for (let point = 1; ; point += 1) {
    device.clear();
    await device.download(model);
    const lived = await playUntil(point, removeModel);
    if ((await readStoredModel()) !== null) await expectExactly(model);
    await removeModel();
    expect(device.caches.kept.size).toBe(0);
    if (lived) return;
  }
});

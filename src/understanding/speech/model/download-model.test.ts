import { AsyncLocalStorage } from "node:async_hooks";
import { gzipSync } from "node:zlib";
import { expect, it, vi } from "vitest";
import { CACHE, device, expectExactly } from "#tests/support/model-device.ts";
import type { PublishedModel } from "#tests/support/small-models.ts";
import { ModelReplaced } from "./download-model.ts";
import { readStoredManifest, readStoredModel, removeModel } from "./model-store.ts";

const PAGE = "<html>Welcome to the hotel</html>";

async function cancelWhen(model: PublishedModel, isEnough: () => boolean): Promise<void> {
  const stop = new AbortController();
  const ended = device.download(model, {
    signal: stop.signal,
    onProgress: () => {
      if (isEnough()) stop.abort(new Error("cancelled"));
    },
  });
  await expect(ended).rejects.toThrow("cancelled");
}

it("a download keeps a complete model with exactly its bytes, and fetches each part once", async () => {
  const model = device.publish("small", 1);
  expect(await readStoredModel()).toBeNull();
  const received: number[] = [];
  await device.download(model, { onProgress: (bytes) => received.push(bytes) });
  await expectExactly(model);
  expect([...device.fetched].sort()).toEqual([...model.paths].sort());
  expect(received[0]).toBe(0);
  expect(received.at(-1)).toBe(model.manifest.bytes);
  expect(received).toEqual([...received].sort((a, b) => a - b));
});

it("a download tries again when a network's login page, a torn part or an error answers", async () => {
  const model = device.publish("small", 1);
  const whole = device.served.get(model.paths[0] ?? "") ?? new Uint8Array();
  device.fates.push(
    async () => new Response(PAGE, { headers: { "Content-Type": "text/html" } }),
    async () => new Response(whole.slice(0, whole.length / 2)),
    async () => new Response(new Uint8Array(gzipSync("something else"))),
    async () => new Response("busy", { status: 503 }),
    async () => {
      throw new TypeError("Failed to fetch");
    },
  );
  await device.download(model);
  await expectExactly(model);
  expect(device.fetched).toHaveLength(model.paths.length + 5);
  expect(Math.max(...device.pauses)).toBeGreaterThan(1);
});

it("a download gives a stalled connection up and fetches the part again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const model = device.publish("small", 1);
  let stalls = 0;
  device.fates.push(
    (signal) =>
      new Promise((_, reject) => {
        stalls += 1;
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  );
  const done = device.download(model);
  await vi.waitFor(() => expect(stalls).toBe(1));
  await vi.advanceTimersByTimeAsync(30_000);
  vi.useRealTimers();
  await done;
  await expectExactly(model);
});

it("a download ends at once when it is cancelled, and goes on with what it has fetched", async () => {
  const model = device.publish("small", 1);
  await cancelWhen(model, () => device.partsKept().length === 3);
  expect(await readStoredModel()).toBeNull();
  await device.expectGoesOn(model);
});

it("a download ends when the server does not have the model any more, and keeps nothing open", async () => {
  const model = device.publish("small", 1);
  device.served.delete(model.paths[2] ?? "");
  await expect(device.download(model)).rejects.toBeInstanceOf(ModelReplaced);
  expect(await readStoredModel()).toBeNull();
  // The lock is free again.
  await removeModel();
  expect(device.caches.kept.size).toBe(0);
});

it("a download is made in one tab at a time: another tab finds what the first has fetched", async () => {
  const model = device.publish("small", 1);
  await Promise.all([device.download(model), device.download(model)]);
  await expectExactly(model);
  expect([...device.fetched].sort()).toEqual([...model.paths].sort());
});

it("a newer version takes the place of a model with another runtime, which cannot be used", async () => {
  const older = device.publish("small", 1, "0.0.1");
  await device.download(older);
  expect(await readStoredModel()).toBeNull();
  expect(await readStoredManifest()).toEqual(older.manifest);
  const newer = device.publish("small", 2);
  await device.download(newer);
  await expectExactly(newer);
});

it("a model of which the browser lost a part counts as none, and is mended by that part", async () => {
  const model = device.publish("small", 1);
  await device.download(model);
  device.caches.kept.get(CACHE)?.delete(model.paths[3] ?? "");
  expect(await readStoredModel()).toBeNull();
  await device.expectGoesOn(model);
});

it("a damaged part is noticed when the model is read", async () => {
  const model = device.publish("small", 1);
  await device.download(model);
  const bytes = device.caches.kept.get(CACHE)?.get(model.paths[4] ?? "");
  if (bytes !== undefined) bytes[bytes.length - 6] = (bytes[bytes.length - 6] ?? 0) ^ 1;
  const kept = await readStoredModel();
  await expect(kept?.read()).rejects.toThrow();
});

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

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

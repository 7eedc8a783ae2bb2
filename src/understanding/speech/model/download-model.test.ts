import { AsyncLocalStorage } from "node:async_hooks";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMemoryCaches, type MemoryCaches } from "#tests/support/memory-caches.ts";
import { type PublishedModel, publishModel } from "#tests/support/small-models.ts";
import { createMemoryLocks } from "#tests/support/sync/memory-locks.ts";
import { downloadModel, ModelGone } from "./download-model.ts";
import { RUNTIME_VERSION } from "./manifest.ts";
import { keptManifest, keptModel, type ModelSize, removeModel } from "./model-store.ts";

const CACHE = "field-agents-speech-model";
const PAGE = "<html>Welcome to the hotel</html>";

let device: MemoryCaches;
/** What the server has, by path. */
let served: Map<string, Uint8Array<ArrayBuffer>>;
let fetched: string[];
/** The replies to the next requests; afterwards the server sends what it has. */
let fates: ((signal: AbortSignal) => Promise<Response>)[];
let pauses: number[];

beforeEach(() => {
  device = createMemoryCaches();
  served = new Map();
  fetched = [];
  fates = [];
  pauses = [];
  startContext();
});
afterEach(() => vi.unstubAllGlobals());

/** A newly started page of this device. */
function startContext(): void {
  const locks = createMemoryLocks();
  device.beforeWrite = async () => undefined;
  vi.stubGlobal("caches", device.storage);
  vi.stubGlobal("navigator", {
    locks: {
      request: (name: string, options: LockOptions, work: () => Promise<void>) =>
        locks.request(name, options, work),
    },
  });
  vi.stubGlobal("fetch", answer);
}

async function answer(path: string, { signal }: { signal: AbortSignal }): Promise<Response> {
  signal.throwIfAborted();
  fetched.push(path);
  const fate = fates.shift();
  if (fate !== undefined) return fate(signal);
  const bytes = served.get(path);
  return bytes === undefined ? new Response("Not found", { status: 404 }) : new Response(bytes);
}

const publish = (size: ModelSize, seed: number, runtimeVersion = RUNTIME_VERSION) =>
  publishModel(served, size, seed, runtimeVersion);

async function download(
  { manifest }: PublishedModel,
  { signal = new AbortController().signal, onProgress = (_: number) => {} } = {},
): Promise<void> {
  const pause = async (failures: number) => void pauses.push(failures);
  await downloadModel(manifest, { signal, onProgress, pause });
}

/** Checks that the model on this device is exactly this one. */
async function expectExactly({ manifest, contents }: PublishedModel): Promise<void> {
  const kept = await keptModel();
  expect(kept).toMatchObject({ size: manifest.size, version: manifest.version });
  const read = await kept?.read();
  for (const name of ["runtime", "detector", "encoder", "decoder"] as const) {
    expect(Buffer.from(read?.[name] ?? [])).toEqual(Buffer.concat(contents[name]));
  }
  expect(read?.vocabulary).toEqual(JSON.parse(Buffer.concat(contents.vocabulary).toString()));
}

const partsKept = () =>
  [...(device.kept.get(CACHE)?.keys() ?? [])].filter((path) => path.endsWith(".bin")).sort();

describe("a download", () => {
  it("keeps a complete model with exactly its bytes, and fetches each part once", async () => {
    const model = publish("small", 1);
    expect(await keptModel()).toBeNull();
    const received: number[] = [];
    await download(model, { onProgress: (bytes) => received.push(bytes) });
    await expectExactly(model);
    expect([...fetched].sort()).toEqual([...model.paths].sort());
    expect(received[0]).toBe(0);
    expect(received.at(-1)).toBe(model.manifest.bytes);
    expect(received).toEqual([...received].sort((a, b) => a - b));
  });

  it("is no model until its last part is here", async () => {
    const model = publish("small", 1);
    fates = model.paths.map((path) => async () => {
      expect(await keptModel()).toBeNull();
      return new Response(served.get(path));
    });
    await download(model);
    await expectExactly(model);
  });

  it("tries again when a network's login page, a torn part or an error answers", async () => {
    const model = publish("small", 1);
    const whole = served.get(model.paths[0] ?? "") ?? new Uint8Array();
    fates.push(
      async () => new Response(PAGE, { headers: { "Content-Type": "text/html" } }),
      async () => new Response(whole.slice(0, whole.length / 2)),
      async () => new Response(new Uint8Array(gzipSync("something else"))),
      async () => new Response("busy", { status: 503 }),
      async () => {
        throw new TypeError("Failed to fetch");
      },
    );
    await download(model);
    await expectExactly(model);
    expect(fetched).toHaveLength(model.paths.length + 5);
    expect(Math.max(...pauses)).toBeGreaterThan(1);
  });

  it("gives a stalled connection up and fetches the part again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const model = publish("small", 1);
    let stalls = 0;
    fates.push(
      (signal) =>
        new Promise((_, reject) => {
          stalls += 1;
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    );
    const done = download(model);
    await vi.waitFor(() => expect(stalls).toBe(1));
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    await done;
    await expectExactly(model);
  });

  it("ends at once when it is cancelled, and goes on with what it has fetched", async () => {
    const model = publish("small", 1);
    const stop = new AbortController();
    const ended = download(model, {
      signal: stop.signal,
      onProgress: () => {
        if (partsKept().length === 3) stop.abort(new Error("cancelled"));
      },
    });
    await expect(ended).rejects.toThrow("cancelled");
    expect(await keptModel()).toBeNull();
    const kept = partsKept();
    fetched = [];
    await download(model);
    await expectExactly(model);
    expect(fetched.filter((path) => kept.includes(path))).toEqual([]);
    expect(fetched).toHaveLength(model.paths.length - kept.length);
  });

  it("ends when the server does not have the model any more, and keeps nothing open", async () => {
    const model = publish("small", 1);
    served.delete(model.paths[2] ?? "");
    await expect(download(model)).rejects.toBeInstanceOf(ModelGone);
    expect(await keptModel()).toBeNull();
    // The lock is free again.
    await removeModel();
    expect(device.kept.size).toBe(0);
  });

  it("ends when the device is full, and goes on later", async () => {
    const model = publish("small", 1);
    device.beforeWrite = async (what) => {
      if (what.startsWith("put") && partsKept().length === 4) {
        throw new DOMException("Quota exceeded", "QuotaExceededError");
      }
    };
    await expect(download(model)).rejects.toMatchObject({ name: "QuotaExceededError" });
    device.beforeWrite = async () => undefined;
    const kept = partsKept();
    fetched = [];
    await download(model);
    await expectExactly(model);
    expect(fetched.filter((path) => kept.includes(path))).toEqual([]);
  });

  it("is made in one tab at a time: another tab finds what the first has fetched", async () => {
    const model = publish("small", 1);
    await Promise.all([download(model), download(model)]);
    await expectExactly(model);
    expect([...fetched].sort()).toEqual([...model.paths].sort());
  });
});

describe("a newer version", () => {
  it("leaves the older one usable until it is here, then takes its place and its room", async () => {
    const older = publish("small", 1);
    const newer = publish("small", 2);
    await download(older);
    fetched = [];
    let looks = 0;
    const looked = download(newer, {
      onProgress: () => {
        looks += 1;
      },
    });
    fates = newer.paths.slice(1).map((path) => async () => {
      await expectExactly(older);
      return new Response(served.get(path));
    });
    await looked;
    expect(looks).toBeGreaterThan(0);
    await expectExactly(newer);
    expect(partsKept()).toEqual([...newer.paths].sort());
    // The runtime is the same in both.
    expect(fetched).not.toContain(newer.paths[0]);
    expect(fetched).toHaveLength(newer.paths.length - 1);
  });

  it("takes the place of a model with another runtime, which cannot be used", async () => {
    const older = publish("small", 1, "0.0.1");
    await download(older);
    expect(await keptModel()).toBeNull();
    expect(await keptManifest()).toEqual(older.manifest);
    const newer = publish("small", 2);
    await download(newer);
    await expectExactly(newer);
  });

  it("frees what was begun of a third", async () => {
    const older = publish("small", 1);
    const begun = publish("better", 2);
    await download(older);
    const stop = new AbortController();
    const ended = download(begun, {
      signal: stop.signal,
      onProgress: () => {
        if (partsKept().length > older.paths.length) stop.abort(new Error("cancelled"));
      },
    });
    await expect(ended).rejects.toThrow("cancelled");
    await expectExactly(older);
    const newer = publish("small", 3);
    await download(newer);
    expect(partsKept()).toEqual([...newer.paths].sort());
  });
});

it("a model of which the browser lost a part counts as none, and is mended by that part", async () => {
  const model = publish("small", 1);
  await download(model);
  device.kept.get(CACHE)?.delete(model.paths[3] ?? "");
  expect(await keptModel()).toBeNull();
  fetched = [];
  await download(model);
  await expectExactly(model);
  expect(fetched).toEqual([model.paths[3]]);
});

it("a damaged part is noticed when the model is read", async () => {
  const model = publish("small", 1);
  await download(model);
  const bytes = device.kept.get(CACHE)?.get(model.paths[4] ?? "");
  if (bytes !== undefined) bytes[bytes.length - 6] = (bytes[bytes.length - 6] ?? 0) ^ 1;
  const kept = await keptModel();
  await expect(kept?.read()).rejects.toThrow();
});

it("removing the model frees its room", async () => {
  const model = publish("small", 1);
  await removeModel();
  expect(device.kept.size).toBe(0);
  await download(model);
  await removeModel();
  expect(await keptModel()).toBeNull();
  expect(device.kept.size).toBe(0);
});

describe("killed at any point,", () => {
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
    startContext();
    mortal(orDie);
    return lived;
  }

  function mortal(orDie: () => Promise<void>): void {
    device.beforeWrite = orDie;
    vi.stubGlobal("fetch", async (path: string, init: { signal: AbortSignal }) => {
      await orDie();
      return answer(path, init);
    });
  }

  it("a first download leaves no model or the whole one, and goes on with what is missing", async () => {
    const model = publish("small", 1);
    for (let point = 1; ; point += 1) {
      device = createMemoryCaches();
      startContext();
      const lived = await playUntil(point, () => download(model));
      if ((await keptModel()) !== null) await expectExactly(model);
      const kept = partsKept();
      fetched = [];
      await download(model);
      await expectExactly(model);
      expect(fetched.filter((path) => kept.includes(path))).toEqual([]);
      expect(fetched).toHaveLength(model.paths.length - kept.length);
      if (lived) {
        // A request and a write for each part, and the manifest.
        expect(point).toBe(2 * model.paths.length + 2);
        return;
      }
    }
  });

  it("an update leaves the older or the newer version, whole, and ends with the newer alone", async () => {
    const older = publish("small", 1);
    const newer = publish("better", 2);
    for (let point = 1; ; point += 1) {
      device = createMemoryCaches();
      startContext();
      await download(older);
      const lived = await playUntil(point, () => download(newer));
      const kept = await keptModel();
      await expectExactly(kept?.version === newer.manifest.version ? newer : older);
      await download(newer);
      await expectExactly(newer);
      expect(partsKept()).toEqual([...newer.paths].sort());
      if (lived) return;
    }
  });

  it("a removal leaves the whole model or none, and ends with nothing", async () => {
    const model = publish("small", 1);
    for (let point = 1; ; point += 1) {
      device = createMemoryCaches();
      startContext();
      await download(model);
      const lived = await playUntil(point, removeModel);
      if ((await keptModel()) !== null) await expectExactly(model);
      await removeModel();
      expect(device.kept.size).toBe(0);
      if (lived) return;
    }
  });
});

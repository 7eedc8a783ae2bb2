import { afterEach, beforeEach, expect, vi } from "vitest";
import { downloadModel } from "#understanding/speech/model/download-model.ts";
import { RUNTIME_VERSION } from "#understanding/speech/model/manifest.ts";
import { type ModelSize, readStoredModel } from "#understanding/speech/model/model-store.ts";
import { type PublishedModel, publishModel } from "./small-models.ts";
import { createMemoryLocks } from "./sync/memory-locks.ts";

export const CACHE = "field-agents-speech-model";

/** A device that downloads speech models from a server, both in memory. */
class ModelDevice {
  readonly caches: MemoryCaches = createMemoryCaches();
  readonly served = new Map<string, Uint8Array<ArrayBuffer>>();
  isConnected = true;
  /** The paths that were asked for, in order. */
  fetched: string[] = [];
  /** The replies to the next requests; afterwards the server sends what it has. */
  fates: ((signal: AbortSignal) => Promise<Response>)[] = [];
  /** The failures before each pause between attempts. */
  readonly pauses: number[] = [];

  /** Starts a page of this device. */
  startPage(): void {
    const locks = createMemoryLocks();
    vi.stubGlobal("caches", this.caches.storage);
    vi.stubGlobal("navigator", {
      locks: {
        request: (name: string, options: LockOptions, work: () => Promise<void>) =>
          locks.request(name, options, work),
      },
    });
    vi.stubGlobal("fetch", this.answer);
  }

  readonly answer = async (
    path: string,
    { signal }: { signal: AbortSignal },
  ): Promise<Response> => {
    signal.throwIfAborted();
    if (!this.isConnected) throw new TypeError("Failed to fetch");
    this.fetched.push(path);
    const fate = this.fates.shift();
    if (fate !== undefined) return fate(signal);
    const bytes = this.served.get(path);
    return bytes === undefined ? new Response("Not found", { status: 404 }) : new Response(bytes);
  };

  publish(size: ModelSize, seed: number, runtimeVersion = RUNTIME_VERSION): PublishedModel {
    return publishModel(this.served, size, seed, runtimeVersion);
  }

  async download(
    { manifest }: PublishedModel,
    { signal = new AbortController().signal, onProgress = (_: number) => {} } = {},
  ): Promise<void> {
    const pause = async (failures: number) => void this.pauses.push(failures);
    await downloadModel(manifest, { signal, onProgress, pause });
  }

  /** Checks that a download goes on with the parts that are here. */
  async expectGoesOn(model: PublishedModel): Promise<void> {
    const kept = this.partsKept();
    this.fetched = [];
    await this.download(model);
    await expectExactly(model);
    expect(this.fetched.filter((path) => kept.includes(path))).toEqual([]);
    expect(this.fetched).toHaveLength(model.paths.length - kept.length);
  }

  partsKept(): string[] {
    return [...(this.caches.kept.get(CACHE)?.keys() ?? [])]
      .filter((path) => path.endsWith(".bin"))
      .sort();
  }
}

/** The device of the present test: a new one, with a page, for each test of the importing file. */
export let device: ModelDevice;

beforeEach(() => {
  device = new ModelDevice();
  device.startPage();
});
afterEach(() => vi.unstubAllGlobals());

export async function expectExactly({ manifest, contents }: PublishedModel): Promise<void> {
  const kept = await readStoredModel();
  expect(kept).toMatchObject({ size: manifest.size, version: manifest.version });
  const read = await kept?.read();
  for (const name of ["runtime", "detector", "encoder", "decoder"] as const) {
    expect(Buffer.from(read?.[name] ?? [])).toEqual(Buffer.concat(contents[name]));
  }
  expect(read?.vocabulary).toEqual(JSON.parse(Buffer.concat(contents.vocabulary).toString()));
}

/** The Cache API in memory: what an origin keeps. */
interface MemoryCaches {
  /** What a page knows as `caches`. */
  storage: CacheStorage;
  /** The bytes of every entry, by the name of the cache and the path. */
  kept: Map<string, Map<string, Uint8Array<ArrayBuffer>>>;
  /** Called before each write with what it is: it throws or never resolves where a context dies. */
  beforeWrite: (what: string) => Promise<void>;
}

/** One instance is one device. Entries are found by their path. */
function createMemoryCaches(): MemoryCaches {
  const device: MemoryCaches = {
    kept: new Map(),
    beforeWrite: async () => undefined,
    storage: {
      has: async (name: string) => device.kept.has(name),
      keys: async () => [...device.kept.keys()],
      open: async (name: string) => {
        if (!device.kept.has(name)) device.kept.set(name, new Map());
        return openCache(name);
      },
      delete: async (name: string) => {
        await device.beforeWrite(`delete ${name}`);
        return device.kept.delete(name);
      },
    } as unknown as CacheStorage,
  };

  function openCache(name: string): Cache {
    const entries = () => device.kept.get(name) ?? new Map<string, Uint8Array<ArrayBuffer>>();
    const cache = {
      async match(path: string) {
        const bytes = entries().get(path);
        return bytes === undefined ? undefined : new Response(bytes);
      },
      async put(path: string, response: Response) {
        const bytes = new Uint8Array(await response.arrayBuffer());
        await device.beforeWrite(`put ${path}`);
        entries().set(path, bytes);
      },
      async delete(path: string) {
        await device.beforeWrite(`delete ${path}`);
        return entries().delete(path);
      },
      keys: async () => [...entries().keys()].map((path) => ({ url: `http://app.test${path}` })),
    };
    return cache as unknown as Cache;
  }

  return device;
}

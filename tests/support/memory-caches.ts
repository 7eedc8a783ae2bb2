/** The Cache API in memory: what an origin keeps, which outlives the contexts that use it. */
export interface MemoryCaches {
  /** What a page knows as `caches`. */
  storage: CacheStorage;
  /** The bytes of every entry, by the name of the cache and the path. */
  kept: Map<string, Map<string, Uint8Array<ArrayBuffer>>>;
  /** Called before each write with what it is: it throws or never resolves where a context dies. */
  beforeWrite: (what: string) => Promise<void>;
}

/** One instance is one device. Entries are found by their path. */
export function createMemoryCaches(): MemoryCaches {
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

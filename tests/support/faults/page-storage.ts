import { AsyncLocalStorage } from "node:async_hooks";
import Dexie from "dexie";

// Must be set up before any database module is imported, because Dexie looks for IndexedDB when a
// database object is made.

const ofPage = new AsyncLocalStorage<IDBFactory>();

/** The IndexedDB of the present world: the module that opens the device's outlives many worlds. */
const ofDevice = new Proxy({} as IDBFactory, {
  get: (_, name) => {
    const value: unknown = Reflect.get(indexedDB, name);
    return typeof value === "function" ? value.bind(indexedDB) : value;
  },
});

Object.defineProperty(Dexie.dependencies, "indexedDB", {
  get: () => ofPage.getStore() ?? ofDevice,
});

/** Runs `work` as code of a page: every database that it opens is the page's own. */
export function inPage<T>(storage: IDBFactory, work: () => T): T {
  return ofPage.run(storage, work);
}

/** Binds a callback to the page that created it, whoever calls it. */
export function asHere<Given extends unknown[], T>(
  callback: (...given: Given) => T,
): (...given: Given) => T {
  const storage = ofPage.getStore();
  return storage === undefined
    ? callback
    : (...given) => ofPage.run(storage, () => callback(...given));
}

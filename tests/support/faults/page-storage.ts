import { AsyncLocalStorage } from "node:async_hooks";
import Dexie from "dexie";

const ofPage = new AsyncLocalStorage<IDBFactory>();
const ofDevice = Dexie.dependencies.indexedDB;

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

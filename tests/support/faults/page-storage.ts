import { AsyncLocalStorage } from "node:async_hooks";
import Dexie from "dexie";

const ofPage = new AsyncLocalStorage<IDBFactory>();
const ofDevice = Dexie.dependencies.indexedDB;

Object.defineProperty(Dexie.dependencies, "indexedDB", {
  get: () => ofPage.getStore() ?? ofDevice,
});

/** Does something as code of a page does it: every database that it opens on the way is the page's own. */
export function inPage<T>(storage: IDBFactory, work: () => T): T {
  return ofPage.run(storage, work);
}

/** Keeps who a callback belongs to, whoever calls it. */
export function asHere<Given extends unknown[], T>(
  callback: (...given: Given) => T,
): (...given: Given) => T {
  const storage = ofPage.getStore();
  return storage === undefined
    ? callback
    : (...given) => ofPage.run(storage, () => callback(...given));
}

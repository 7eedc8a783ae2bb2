import Dexie from "dexie";

// Whatever is opened asks the browser's IndexedDB of that moment: every world has one of its own, and
// the device's database is opened by a module that outlives many of them. Set up before any of them is
// imported, because Dexie looks for IndexedDB when a database is made.
Dexie.dependencies.indexedDB = new Proxy({} as IDBFactory, {
  get: (_, name) => {
    const value: unknown = Reflect.get(indexedDB, name);
    return typeof value === "function" ? value.bind(indexedDB) : value;
  },
});

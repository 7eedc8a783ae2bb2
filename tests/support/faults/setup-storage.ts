import Dexie from "dexie";

// Every database is opened in the IndexedDB that is global at that moment: each world has its own,
// and the module that opens the device's database outlives many worlds. Must be set up before any
// database module is imported, because Dexie looks for IndexedDB when a database object is made.
Dexie.dependencies.indexedDB = new Proxy({} as IDBFactory, {
  get: (_, name) => {
    const value: unknown = Reflect.get(indexedDB, name);
    return typeof value === "function" ? value.bind(indexedDB) : value;
  },
});

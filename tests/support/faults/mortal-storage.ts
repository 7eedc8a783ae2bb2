import { forceCloseDatabase } from "fake-indexeddb";
import type { Disk } from "./disk.ts";
import type { Life } from "./life.ts";
import type { Turns } from "./turns.ts";

/** The number of transactions under way, over all contexts. */
export interface Activity {
  count: number;
}

interface Device {
  life: Life;
  activity: Activity;
  disk: Disk;
  turns: Turns;
}

/** The device's IndexedDB as one context sees it. */
export interface MortalStorage {
  factory: IDBFactory;
  /** The browser closes the context's connections, even in use; the next `opens` openings fail. */
  lose(opens: number): void;
  mend(): void;
}

/**
 * Wraps the device's IndexedDB for one context. The context can die before every operation of a
 * transaction and right after its commit; then its open transactions are aborted and it can begin
 * no other.
 */
export function mortalStorage(device: Device): MortalStorage {
  const { life, activity } = device;
  const connections = new Map<IDBDatabase, Set<IDBTransaction>>();
  let opensToFail = 0;

  function open(name: string, version?: number): IDBOpenDBRequest {
    if (!life.alive) throw new DOMException("this context died", "InvalidStateError");
    if (opensToFail > 0) {
      opensToFail -= 1;
      throw new DOMException("Internal error opening backing store", "UnknownError");
    }
    const request = indexedDB.open(name, version);
    activity.count += 1;
    const opened = () => {
      activity.count -= 1;
    };
    request.addEventListener("error", opened);
    request.addEventListener("success", opened);
    request.addEventListener("success", () => {
      const db = request.result;
      // The context may have died while the database was being opened.
      if (!life.alive) db.close();
      connections.set(db, watchDatabase(db, device));
    });
    return request;
  }

  function deleteDatabase(name: string): IDBOpenDBRequest {
    life.pass(`delete ${name}`);
    const request = indexedDB.deleteDatabase(name);
    request.addEventListener("success", () => device.turns.deleted(name));
    return request;
  }

  const own = { open, deleteDatabase };
  const factory = new Proxy(indexedDB, {
    get: (target, name) => {
      const value: unknown = Reflect.get(own, name) ?? Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return {
    factory,
    lose(opens) {
      opensToFail = opens;
      for (const [db, transactions] of connections) {
        for (const transaction of transactions) abort(transaction);
        db.close();
        // The browser reports the closing a moment later.
        activity.count += 1;
        setImmediate(() => {
          activity.count -= 1;
          forceCloseDatabase(db as unknown as Parameters<typeof forceCloseDatabase>[0]);
        });
      }
      connections.clear();
    },
    mend() {
      opensToFail = 0;
    },
  };
}

function watchDatabase(db: IDBDatabase, device: Device): Set<IDBTransaction> {
  const { life } = device;
  const underWay = new Set<IDBTransaction>();
  life.onDeath(() => {
    for (const transaction of underWay) abort(transaction);
    db.close();
  });
  const begin = db.transaction.bind(db);
  db.transaction = (names, mode, options) => {
    if (mode === "readwrite") life.pass(`begin ${[names].flat().join("+")}`);
    else life.goOn();
    const transaction = begin(names, mode, options);
    watchTransaction(transaction, underWay, device);
    return transaction;
  };
  return underWay;
}

function watchTransaction(
  transaction: IDBTransaction,
  underWay: Set<IDBTransaction>,
  { life, activity, disk, turns }: Device,
): void {
  activity.count += 1;
  underWay.add(transaction);
  const end = () => {
    if (underWay.delete(transaction)) activity.count -= 1;
  };
  const before = new Map<string, unknown[]>();
  transaction.addEventListener("abort", end);
  transaction.addEventListener("complete", () => {
    end();
    if (transaction.durability === "strict") disk.sync();
    else if (before.size > 0) disk.relaxedCommit(transaction.db.name, before);
    if (life.alive && transaction.mode === "readwrite") pass(life, "committed");
  });
  const storeOf = transaction.objectStore.bind(transaction);
  const stores = new Set<string>();
  const watchStore = turns.watch(transaction, life);
  transaction.objectStore = (name) => {
    const store = storeOf(name);
    if (transaction.mode === "readwrite" && !stores.has(name)) {
      stores.add(name);
      fillDisk(store, disk);
      watchStore(store);
      if (transaction.durability !== "strict") remember(store, before);
    }
    if (transaction.mode === "readwrite") life.pass(`write ${name}`);
    else life.goOn();
    return store;
  };
}

/** Remembers the rows of a store before its transaction changes them. */
function remember(store: IDBObjectStore, before: Map<string, unknown[]>): void {
  const reading = store.getAll();
  reading.addEventListener("success", () => before.set(store.name, reading.result));
}

/** Counts each write as room on the disk; a transaction without room is aborted at its commit. */
function fillDisk(store: IDBObjectStore, disk: Disk): void {
  for (const name of ["put", "add"] as const) {
    const write = store[name].bind(store);
    store[name] = (value, key) => {
      if (!disk.take()) refuseCommit(store.transaction as IDBTransaction & FakeTransaction);
      return key === undefined ? write(value) : write(value, key);
    };
  }
}

interface FakeTransaction {
  _requests: unknown[];
  _state: "active" | "inactive" | "committing" | "finished";
  /** Runs the next request; commits when there is none. */
  _start(): void;
  _abort(error: string): void;
}

/** Makes the commit fail, unless the transaction was aborted before, for example by a death. */
function refuseCommit(transaction: FakeTransaction): void {
  const goOn = transaction._start.bind(transaction);
  transaction._start = () => {
    if (transaction._requests.length > 0 || transaction._state === "finished") return goOn();
    transaction._abort("QuotaExceededError");
  };
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It was aborted before, and reports that in a moment.
  }
}

/** Ignores a death right after a commit: the committed data stays, and no caller is left. */
function pass(life: Life, point: string): void {
  try {
    life.pass(point);
  } catch {
    // The context is dead: none of its code goes on.
  }
}

import type { Life } from "./life.ts";

/** Transactions under way, over all contexts. */
export interface Activity {
  count: number;
}

/**
 * The device's IndexedDB as one context has it. The context can die before every operation of a
 * transaction and right after its commit; then its open transactions are aborted and no other begins.
 */
export function mortalStorage(life: Life, activity: Activity): IDBFactory {
  const open = (name: string, version?: number) => {
    if (!life.alive) throw new DOMException("this context died", "InvalidStateError");
    const request = indexedDB.open(name, version);
    request.addEventListener("success", () => watchDatabase(request.result, life, activity));
    return request;
  };
  return new Proxy(indexedDB, {
    get: (factory, name) => {
      const value: unknown = name === "open" ? open : Reflect.get(factory, name);
      return typeof value === "function" ? value.bind(factory) : value;
    },
  });
}

function watchDatabase(db: IDBDatabase, life: Life, activity: Activity): void {
  life.onDeath(() => db.close());
  const begin = db.transaction.bind(db);
  db.transaction = (names, mode, options) => {
    life.pass(`begin ${mode} ${[names].flat().join("+")}`);
    const transaction = begin(names, mode, options);
    watchTransaction(transaction, life, activity);
    return transaction;
  };
}

function watchTransaction(transaction: IDBTransaction, life: Life, activity: Activity): void {
  activity.count += 1;
  let open = true;
  const end = () => {
    if (open) activity.count -= 1;
    open = false;
  };
  life.onDeath(() => {
    if (open) abort(transaction);
  });
  transaction.addEventListener("abort", end);
  transaction.addEventListener("complete", () => {
    end();
    if (life.alive) pass(life, `committed ${transaction.mode}`);
  });
  const storeOf = transaction.objectStore.bind(transaction);
  transaction.objectStore = (name) => {
    const store = storeOf(name);
    life.pass(`${transaction.mode} ${name}`);
    return store;
  };
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It was aborted before, and says so in a moment.
  }
}

/** After a commit there is nobody to tell of the death: what was committed stays. */
function pass(life: Life, point: string): void {
  try {
    life.pass(point);
  } catch {
    // Dead: nothing of it goes on.
  }
}

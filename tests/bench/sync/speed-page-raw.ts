/** IndexedDB without a library. */
export interface RawStore {
  /** Resolves when the transaction is complete. */
  put(bytes: ArrayBuffer): Promise<void>;
}

/** Opens a database with one store. @param durability of its writes */
export async function openRawStore(durability: IDBTransactionDurability): Promise<RawStore> {
  const opening = indexedDB.open(`raw-${durability}`, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("items", { keyPath: "id" });
  const db = await opened(opening);

  function write(change: (store: IDBObjectStore) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const transaction = db.transaction("items", "readwrite", { durability });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      change(transaction.objectStore("items"));
    });
  }

  return {
    put: (bytes) => write((store) => store.put({ id: crypto.randomUUID(), bytes })),
  };
}

/** A store with the indexes of the app's queue, without a library. */
export interface RawQueue {
  /** Adds an item and looks for others of its lane at once. Resolves when the transaction is complete. */
  add(item: { id: string; lane: string; [field: string]: unknown }): Promise<void>;
}

/** Opens it. Its writes are strict. */
export async function openRawQueue(): Promise<RawQueue> {
  const opening = indexedDB.open("raw-queue", 1);
  opening.onupgradeneeded = () => {
    const store = opening.result.createObjectStore("items", { keyPath: "id" });
    store.createIndex("state", "state");
    store.createIndex("lane", ["lane", "id"]);
    store.createIndex("due", ["due", "size", "id"]);
  };
  const db = await opened(opening);
  return {
    add: ({ lane, ...item }) =>
      new Promise((resolve, reject) => {
        const transaction = db.transaction("items", "readwrite", { durability: "strict" });
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
        const store = transaction.objectStore("items");
        store.index("lane").getAll(IDBKeyRange.bound([lane, ""], [lane, "\uffff"]));
        store.add({ lane, ...item });
      }),
  };
}

function opened(opening: IDBOpenDBRequest): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/**
 * Sends bodies without any queue, to measure what the network alone takes.
 * @param given how many bodies of how many bytes, how many requests one after the other for each,
 * and how many in parallel
 * @returns ms until all are answered
 */
export async function fetchAll(
  server: string,
  given: { count: number; bytes: number; requests: number; lanes: number },
): Promise<number> {
  const body = new ArrayBuffer(given.bytes);
  let left = given.count;
  async function lane(): Promise<void> {
    while (left > 0) {
      left -= 1;
      const headers = { "Idempotency-Key": crypto.randomUUID() };
      for (let request = 0; request < given.requests; request += 1) {
        const response = await fetch(`${server}/items`, { method: "POST", headers, body });
        await response.json();
      }
    }
  }
  const begun = performance.now();
  await Promise.all(Array.from({ length: given.lanes }, lane));
  return performance.now() - begun;
}

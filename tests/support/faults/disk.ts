/** What one relaxed commit changed: the rows of its stores as they were before. */
interface Undone {
  database: string;
  before: ReadonlyMap<string, readonly unknown[]>;
}

/** The device's disk: how much it still takes, and what of that a power cut takes back. */
export class Disk {
  /** Rows that it still takes before it is full. */
  room = Number.POSITIVE_INFINITY;
  /** Commits that the operating system has not been made to write down, oldest first. */
  #unsynced: Undone[] = [];

  /** Takes one more row. @returns false when it is full */
  take(): boolean {
    if (this.room <= 0) return false;
    this.room -= 1;
    return true;
  }

  /** A strict commit: it and every one before it is written down. */
  sync(): void {
    this.#unsynced = [];
  }

  relaxedCommit(database: string, before: ReadonlyMap<string, readonly unknown[]>): void {
    this.#unsynced.push({ database, before });
  }

  /** The power is cut: what was not written down is gone. Nothing may be open any more. */
  async forget(): Promise<void> {
    for (const { database, before } of this.#unsynced.reverse()) await restore(database, before);
    this.#unsynced = [];
  }
}

async function restore(name: string, before: Undone["before"]): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const transaction = db.transaction([...before.keys()], "readwrite");
  for (const [name, rows] of before) {
    const store = transaction.objectStore(name);
    store.clear();
    for (const row of rows) store.put(row);
  }
  await new Promise((resolve) => transaction.addEventListener("complete", resolve));
  db.close();
}

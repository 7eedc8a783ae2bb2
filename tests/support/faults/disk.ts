/** What one relaxed commit changed: the earlier rows of its stores. */
interface Undone {
  database: string;
  before: ReadonlyMap<string, readonly unknown[]>;
}

/** The device's disk: how many rows it still accepts, and which commits a power cut undoes. */
export class Disk {
  /** How many rows it still accepts before it is full. */
  room = Number.POSITIVE_INFINITY;
  /** Commits that were not forced to disk, oldest first. */
  #unsynced: Undone[] = [];

  /** Stores one more row. @returns false when the disk is full */
  take(): boolean {
    if (this.room <= 0) return false;
    this.room -= 1;
    return true;
  }

  /** A strict commit: forces itself and every earlier commit to disk. */
  sync(): void {
    this.#unsynced = [];
  }

  relaxedCommit(database: string, before: ReadonlyMap<string, readonly unknown[]>): void {
    this.#unsynced.push({ database, before });
  }

  /** A power cut: undoes each commit that was not forced to disk. No database may be open. */
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

import type { Life } from "./life.ts";

/** Which context drains (sends) a database's queue: the one that took the highest fence. */
interface Turn {
  fence: number;
  drainer: Life;
}

/**
 * Tracks which context may drain each queue, from what is committed to the device's databases. A
 * context that writes to the queue as its drainer after another took the fence is an intruder: the
 * fence did not hold.
 */
export class Turns {
  /** The names of the stores that intruders wrote to, one entry for each commit. */
  readonly intrusions: string[] = [];
  readonly #turns = new Map<string, Turn>();

  /** Forgets who may drain a deleted database: if it is created again, the next to take the fence may. */
  deleted(database: string): void {
    this.#turns.delete(database);
  }

  /** Watches a transaction that writes. @returns a function to call with each of its stores */
  watch(transaction: IDBTransaction, life: Life): (store: IDBObjectStore) => void {
    const asDrainer = transaction.objectStoreNames.contains("drainer");
    let taken: number | null = null;
    let queueWritten = false;
    transaction.addEventListener("complete", () => {
      if (!asDrainer) return;
      const turn = this.#turns.get(transaction.db.name);
      if (taken !== null && taken > (turn?.fence ?? 0)) {
        this.#turns.set(transaction.db.name, { fence: taken, drainer: life });
      } else if (queueWritten && turn?.drainer !== life) {
        this.intrusions.push([...transaction.objectStoreNames].join("+"));
      }
    });
    return (store) => {
      if (!asDrainer) return;
      for (const name of ["put", "add", "delete"] as const) {
        const write = store[name].bind(store) as (...given: unknown[]) => IDBRequest;
        store[name] = (...given: unknown[]): never => {
          if (store.name === "outbox") queueWritten = true;
          if (store.name === "drainer") taken = (given[0] as { fence?: number }).fence ?? null;
          return write(...given) as never;
        };
      }
    };
  }
}

import type { Life } from "./life.ts";

/** Who drains a database, by the highest fence that was ever taken. */
interface Turn {
  fence: number;
  drainer: Life;
}

/**
 * Whose turn it is to drain, told by what is committed to the device's databases. Whoever writes to the
 * queue as its drainer after another has taken the fence is an intruder: the fence did not hold.
 */
export class Turns {
  /** Names of the stores that intruders wrote to, one for each commit. */
  readonly intrusions: string[] = [];
  readonly #turns = new Map<string, Turn>();

  /** Watches a readwrite transaction of a context, store by store, as it asks for them. */
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

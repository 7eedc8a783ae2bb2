/** A turn lasts so long, in milliseconds, or as long as a part of the work takes. */
const TURN = 50;

interface Worker {
  /** How long it has worked, in milliseconds. */
  worked: number;
  isWanted: () => boolean;
  /** Begins its next turn; null while it has one. */
  resume: (() => void) | null;
}

/** Work that goes on by turns. */
export interface WorkByTurns {
  /**
   * Resolves when the work may go on: at once during its turn. To be called between its parts.
   * @throws the signal's reason when it has aborted
   */
  take: () => Promise<void>;
  /** Leaves the turns to others: the work is over. */
  end: () => void;
}

/**
 * Lets several works go on by turns: the next turn is that of the work that had the least time, so
 * that a short one is soon done whatever the others are. What nobody wants any more comes last.
 */
export class Turns {
  readonly #workers = new Set<Worker>();
  #current: Worker | null = null;
  #begun = 0;

  /** @param isWanted whether somebody waits for the result */
  begin(isWanted: () => boolean, signal: AbortSignal): WorkByTurns {
    const least = Math.min(...[...this.#workers].map(({ worked }) => worked));
    const worker: Worker = { worked: Number.isFinite(least) ? least : 0, isWanted, resume: null };
    this.#workers.add(worker);
    signal.addEventListener("abort", () => worker.resume?.());
    return {
      take: async () => {
        if (this.#current === worker && performance.now() < this.#begun + TURN) return;
        this.#giveBack(worker);
        signal.throwIfAborted();
        await new Promise<void>((resolve) => {
          worker.resume = resolve;
          this.#chooseSoon();
        });
        signal.throwIfAborted();
      },
      end: () => {
        this.#giveBack(worker);
        this.#workers.delete(worker);
        this.#chooseSoon();
      },
    };
  }

  #giveBack(worker: Worker): void {
    if (this.#current !== worker) return;
    worker.worked += performance.now() - this.#begun;
    this.#current = null;
  }

  /** After a timer, which lets requests in. */
  #chooseSoon(): void {
    setTimeout(() => {
      if (this.#current !== null) return;
      const [next] = [...this.#workers]
        .filter(({ resume }) => resume !== null)
        .sort((a, b) => Number(b.isWanted()) - Number(a.isWanted()) || a.worked - b.worked);
      if (next === undefined) return;
      this.#current = next;
      this.#begun = performance.now();
      next.resume?.();
      next.resume = null;
    });
  }
}

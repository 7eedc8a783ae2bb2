/** Thrown to whoever is too many: their own line is full, or does not get shorter. */
export class Crowded extends Error {
  /** Seconds until it makes sense to ask again. */
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super("Too many requests at once");
    this.name = "Crowded";
    this.retryAfter = retryAfter;
  }
}

export type FairQueueLimits = {
  /** What one caller may have at a time, and all together; in the units of `enter`. */
  perCaller: number;
  total: number;
  /** How many of a caller's wait at most. */
  longestLine: number;
  /** How long one waits at most, in milliseconds. */
  patience: number;
};

type Waiting = { weight: number; admit: () => void };

/**
 * Admits callers by turns, so that nobody waits for more than one of each other caller, however many
 * that one has sent.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** Who waits, whose turn is next first. */
  readonly #lines = new Map<string, Waiting[]>();
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for a place.
   * @param weight how much of the limits it takes; one alone always gets its place
   * @returns gives the place back; called again, it does nothing
   * @throws Crowded; the signal's reason when it aborts first
   */
  async enter(caller: string, weight: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const line = this.#lines.get(caller) ?? [];
    if (line.length > 0 || !this.#fits(caller, weight) || this.#isAwaitedByAll()) {
      if (line.length >= this.#limits.longestLine) throw new Crowded(2);
      await this.#wait(caller, weight, signal);
    } else {
      this.#take(caller, weight);
    }
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#take(caller, -weight);
      this.#admitNext();
    };
  }

  /** Resolves when it has the place. */
  #wait(caller: string, weight: number, signal?: AbortSignal): Promise<void> {
    const line = this.#lines.get(caller) ?? [];
    this.#lines.set(caller, line);
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
      };
      const waiting: Waiting = {
        weight,
        admit: () => {
          settle();
          resolve();
        },
      };
      const leave = (reason: unknown) => {
        settle();
        line.splice(line.indexOf(waiting), 1);
        if (line.length === 0) this.#lines.delete(caller);
        reject(reason);
        // It may have been the one that the others waited behind.
        this.#admitNext();
      };
      const timer = setTimeout(() => leave(new Crowded(5)), this.#limits.patience);
      const onAbort = () => leave(signal?.reason);
      signal?.addEventListener("abort", onAbort, { once: true });
      line.push(waiting);
    });
  }

  #admitNext(): void {
    for (const [caller, line] of [...this.#lines]) {
      const [next] = line;
      if (!next) continue;
      // Nobody overtakes those whose turn it is only because they need less.
      if (!this.#fitsAll(next.weight)) return;
      if (!this.#fits(caller, next.weight)) continue;
      line.shift();
      this.#lines.delete(caller);
      if (line.length > 0) this.#lines.set(caller, line);
      this.#take(caller, next.weight);
      next.admit();
    }
  }

  /** Whether somebody's turn has come who needs more than is free. */
  #isAwaitedByAll(): boolean {
    for (const [next] of this.#lines.values()) if (next && !this.#fitsAll(next.weight)) return true;
    return false;
  }

  #fits(caller: string, weight: number): boolean {
    const held = this.#held.get(caller) ?? 0;
    return (held === 0 || held + weight <= this.#limits.perCaller) && this.#fitsAll(weight);
  }

  #fitsAll(weight: number): boolean {
    return this.#total === 0 || this.#total + weight <= this.#limits.total;
  }

  #take(caller: string, weight: number): void {
    const held = (this.#held.get(caller) ?? 0) + weight;
    if (held === 0) this.#held.delete(caller);
    else this.#held.set(caller, held);
    this.#total += weight;
  }
}

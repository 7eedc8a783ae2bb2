import type { Locks } from "#platform/ports.ts";
import type { Finding } from "./finding.ts";
import { asHere } from "./page-storage.ts";

/** Thrown by everything that a dead context still tries, so that it has no effect. */
export class Died extends Error {
  override readonly name = "Died";
  constructor() {
    super("this context died");
  }
}

export class Life {
  /** Every crash point that the context has passed, for the message of a failure. */
  readonly points: string[] = [];
  readonly ended: Promise<void>;
  alive = true;
  readonly #cameBy: () => void;
  readonly #plans = new Map<number, () => void>();
  readonly #deathbed: (() => void)[] = [];

  /** @param cameBy is called at every crash point that the context passes alive */
  constructor(cameBy: () => void = () => {}) {
    this.#cameBy = cameBy;
    this.ended = new Promise((resolve) => this.onDeath(resolve));
  }

  onDeath(callback: () => void): void {
    this.#deathbed.push(callback);
  }

  /** Calls back at the crash point that comes `points` points from here, for example to die. */
  at(points: number, callback: () => void): void {
    this.#plans.set(this.points.length + points, callback);
  }

  /**
   * Called before an action that leaves no trace: a death there equals one at the previous crash
   * point, so it is no crash point. @throws Died
   */
  goOn(): void {
    if (!this.alive) throw new Died();
  }

  /** Passes a crash point. @throws Died when the context dies there, or was dead before */
  pass(point: string): void {
    this.goOn();
    this.points.push(point);
    this.#cameBy();
    this.#plans.get(this.points.length)?.();
    this.goOn();
  }

  die(): void {
    if (!this.alive) return;
    this.alive = false;
    for (const callback of this.#deathbed) callback();
  }
}

/** Thrown when something is repeated endlessly without time passing: a hot loop. */
export class Restless extends Error {}

/** The finding for a story that ended in a hot loop. Throws any other error. */
export function restless(error: unknown): Finding {
  if (!(error instanceof Restless)) throw error;
  return { broken: "stuck", about: "the device never comes to rest" };
}

/** The device's locks as one context sees them: its death gives back what it holds or waits for. */
export function mortalLocks(locks: Locks, life: Life): Locks {
  return {
    request(name, options, granted) {
      const work = asHere(granted);
      const withdrawn = new AbortController();
      const withdraw = () => withdrawn.abort();
      life.onDeath(withdraw);
      if (!life.alive) withdraw();
      options.signal?.addEventListener("abort", withdraw, { once: true });
      const done = locks.request(name, { ...options, signal: withdrawn.signal }, (lock) =>
        life.alive ? Promise.race([work(lock), life.ended]) : Promise.resolve(),
      );
      // When a death released the lock, the work was not finished, so this throws.
      return done.then((result) => {
        life.goOn();
        return result;
      });
    },
    query: () => locks.query(),
  };
}

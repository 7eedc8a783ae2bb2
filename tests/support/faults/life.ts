/** Thrown by everything that a dead context still tries: nothing of it may have an effect. */
export class Died extends Error {
  override readonly name = "Died";
  constructor() {
    super("this context died");
  }
}

/** The life of one context, which ends at a crash point of choice. */
export class Life {
  /** Every crash point it came by, for the message of a failure. */
  readonly points: string[] = [];
  readonly ended: Promise<void>;
  alive = true;
  readonly #cameBy: () => void;
  readonly #plans = new Map<number, () => void>();
  readonly #deathbed: (() => void)[] = [];

  /** @param cameBy is told of every crash point that it comes by alive */
  constructor(cameBy: () => void = () => {}) {
    this.#cameBy = cameBy;
    this.ended = new Promise((resolve) => this.onDeath(resolve));
  }

  onDeath(callback: () => void): void {
    this.#deathbed.push(callback);
  }

  /** Calls back at the so-many-th crash point from here: to die, say, or to freeze. */
  at(points: number, callback: () => void): void {
    this.#plans.set(this.points.length + points, callback);
  }

  /** Does what leaves no trace: to die over it is to die at the crash point before. @throws Died */
  goOn(): void {
    if (!this.alive) throw new Died();
  }

  /** Comes by a crash point. @throws Died when it dies there, or had died before */
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

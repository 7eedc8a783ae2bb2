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
  readonly #plans = new Map<number, () => void>();
  readonly #deathbed: (() => void)[] = [];

  constructor() {
    this.ended = new Promise((resolve) => this.onDeath(resolve));
  }

  onDeath(callback: () => void): void {
    this.#deathbed.push(callback);
  }

  /** Calls back at the so-many-th crash point from here: to die, say, or to freeze. */
  at(points: number, callback: () => void): void {
    this.#plans.set(this.points.length + points, callback);
  }

  /** Comes by a crash point. @throws Died when it dies there, or had died before */
  pass(point: string): void {
    if (!this.alive) throw new Died();
    this.points.push(point);
    this.#plans.get(this.points.length)?.();
    if (!this.alive) throw new Died();
  }

  die(): void {
    if (!this.alive) return;
    this.alive = false;
    for (const callback of this.#deathbed) callback();
  }
}

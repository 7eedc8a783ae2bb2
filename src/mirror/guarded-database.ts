import Dexie, { type PromiseExtended } from "dexie";

/** A holder that lets nobody in for this long (ms) is frozen for good: then it is opened without. */
const PATIENCE_MS = 3000;

/**
 * A database that opens under a Web Lock of its name.
 *
 * A page that is left while it creates or upgrades a database can be frozen in the browser's
 * back/forward cache with that unfinished; every later open on the device then waits for it, for
 * ever (seen in Chromium 156). Asking for a lock that a frozen page holds makes the browser end that
 * page, and the open goes through.
 */
export class GuardedDatabase extends Dexie {
  #closed = false;

  override open(): PromiseExtended<Dexie> {
    this.#closed = false;
    const locks = globalThis.navigator?.locks;
    return locks === undefined ? super.open() : Dexie.Promise.resolve(this.#openLocked(locks));
  }

  override close(options?: { disableAutoOpen: boolean }): void {
    this.#closed = true;
    super.close(options);
  }

  async #openLocked(locks: LockManager): Promise<Dexie> {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
    try {
      await locks.request(`opening-${this.name}`, { signal: patience.signal }, async () => {
        clearTimeout(timer);
        await this.#openUnlessClosed();
      });
    } catch (error) {
      clearTimeout(timer);
      if (!patience.signal.aborted) throw error;
      await this.#openUnlessClosed();
    }
    return this;
  }

  async #openUnlessClosed(): Promise<void> {
    if (this.#closed) throw new Dexie.DatabaseClosedError();
    await super.open();
  }
}

import Dexie, { type PromiseExtended } from "dexie";
import { whenFrozen } from "../platform/page-lifecycle.ts";

/** A holder that lets nobody in for this long (ms) is frozen for good: then it is opened without. */
const PATIENCE_MS = 3000;

/**
 * A database that opens under a Web Lock of its name.
 *
 * A page that is left while it creates or upgrades a database can be frozen in the browser's
 * back/forward cache with that unfinished; every later open on the device then waits for it, for
 * ever (seen in Chromium 156). Asking for a lock that a frozen page holds makes the browser end that
 * page, and the open goes through.
 *
 * It is closed while its page is frozen. What other tabs write still reaches a frozen page and has
 * Dexie read again, but no answer does: the read would stay open, and every write on the device would
 * wait for it until the page is resumed (seen in Chromium 156).
 */
export class GuardedDatabase extends Dexie {
  #closed = false;
  #resumed = Promise.resolve();
  #endRests = () => {};

  override open(): PromiseExtended<Dexie> {
    this.#closed = false;
    this.#endRests();
    this.#endRests = whenFrozen((resumed) => this.#rest(resumed));
    const locks = globalThis.navigator?.locks;
    return Dexie.Promise.resolve(
      locks === undefined ? this.#openUnlessClosed() : this.#openLocked(locks),
    );
  }

  override close(options?: { disableAutoOpen: boolean }): void {
    this.#closed = true;
    this.#endRests();
    super.close(options);
  }

  /** Closes it until the page is resumed: whoever needs it meanwhile waits. */
  #rest(resumed: Promise<void>): void {
    this.#resumed = resumed;
    super.close({ disableAutoOpen: false });
  }

  async #openLocked(locks: LockManager): Promise<Dexie> {
    await this.#resumed;
    let begun = false;
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
    try {
      await locks.request(`opening-${this.name}`, { signal: patience.signal }, async () => {
        begun = true;
        clearTimeout(timer);
        await this.#openUnlessClosed();
      });
    } catch (error) {
      clearTimeout(timer);
      if (begun) throw error;
      // Taken for too long; or browsers that let pages keep nothing refuse locks as well. Whoever
      // waits for the database has to be told by Dexie itself.
      await this.#openUnlessClosed();
    }
    return this;
  }

  async #openUnlessClosed(): Promise<Dexie> {
    if (this.#closed) throw new Dexie.DatabaseClosedError();
    try {
      return await super.open();
    } catch (error) {
      // Dexie would answer everything after this with the same error: the next use is to try again.
      if (!this.#closed) super.close({ disableAutoOpen: false });
      throw error;
    }
  }
}

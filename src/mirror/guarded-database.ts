import Dexie, { type PromiseExtended } from "dexie";
import { whenFrozen } from "../platform/page-lifecycle.ts";
import { renewLog } from "./renew-log.ts";

/**
 * How long to wait for the lock (ms). A holder that keeps it longer is frozen for good, and the
 * database is opened without the lock.
 */
const PATIENCE_MS = 3000;

/**
 * A database that is opened while a Web Lock with its name is held.
 *
 * A page that is left while it creates or upgrades a database can be frozen in the browser's
 * back/forward cache before it has finished; every later open on the device then waits for it for
 * ever (seen in Chromium 156). A request for a lock that a frozen page holds makes the browser end
 * that page, and the open can continue.
 *
 * The database is closed while its page is frozen. Writes in other tabs still reach a frozen page
 * and make Dexie read again, but the page never gets the result: the read would stay open, and
 * every write on the device would wait for it until the page is resumed (seen in Chromium 156).
 *
 * A database that the app has closed stays closed. The browser may report a moment later that it had lost the
 * connection; Dexie would open the database for the next read then, and hold its lock.
 */
export class GuardedDatabase extends Dexie {
  #closed = false;
  /** Whether the app closed it, and not Dexie, which opens it again. */
  #isOver = false;
  #resumed = Promise.resolve();
  #endRests = () => {};

  /**
   * @param name the name of the database in the browser
   * @param shared the name of the store that every write transaction takes besides its own, so that the browser runs one
   *   of them at a time. Chromium deletes all databases of the origin at the next start if it was killed while two write
   *   transactions of one database had written something, even in different stores (seen in Chromium 156).
   */
  constructor(name: string, shared: string) {
    super(name, {
      // A power cut after "Saved on this device" must not lose what was saved.
      chromeTransactionDurability: "strict",
      // With it, live queries would show rows before they are stored, and every write takes longer.
      cache: "disabled",
    });
    this.use({
      stack: "dbcore",
      name: "one write transaction at a time",
      create: (core) => ({
        ...core,
        transaction: (stores, mode, options) =>
          core.transaction(
            mode === "readonly" ? stores : [...new Set([...stores, shared])],
            mode,
            options,
          ),
      }),
    });
  }

  override open(): PromiseExtended<Dexie> {
    this.#closed = false;
    this.#isOver = false;
    this.#endRests();
    this.#endRests = whenFrozen((resumed) => this.#rest(resumed));
    const locks = globalThis.navigator?.locks;
    return Dexie.Promise.resolve(
      locks === undefined ? this.#openUnlessClosed() : this.#openLocked(locks),
    );
  }

  override close(options?: { disableAutoOpen: boolean }): void {
    this.#closed = true;
    this.#isOver ||= options?.disableAutoOpen !== false;
    this.#endRests();
    super.close(this.#isOver ? undefined : options);
  }

  /** Closes the database until the page is resumed; code that needs it meanwhile waits. */
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
      // The lock was taken for too long, or the browser refuses locks because it lets pages store
      // nothing. Open without it, so that waiting code gets the result from Dexie itself.
      await this.#openUnlessClosed();
    }
    return this;
  }

  async #openUnlessClosed(): Promise<Dexie> {
    await renewLog();
    if (this.#closed) throw new Dexie.DatabaseClosedError();
    try {
      return await super.open();
    } catch (error) {
      // Otherwise Dexie would repeat this error for ever; now the next use tries to open again.
      if (!this.#closed) super.close({ disableAutoOpen: false });
      throw error;
    }
  }
}

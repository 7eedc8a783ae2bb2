import type { Device } from "../sync/device.ts";
import type { Tab } from "./tab.ts";

/** What a judge knows of the people who used the device. */
export type Users = Pick<Accounts, "seen" | "personOf" | "isSame">;

/**
 * The accounts on a device, of which at most one is signed in. A deleted account is created again,
 * with another id, when its person signs in again.
 */
export class Accounts {
  /** The account that is signed in; null when there is none. */
  holder: string | null;
  /** Every account that ever had a page. */
  readonly seen = new Set<string>();
  readonly #device: Device;
  readonly #pages: () => Tab[];
  #last: string;

  constructor(device: Device, pages: () => Tab[]) {
    this.#device = device;
    this.#pages = pages;
    // The server's clock is right, whatever the device's clock is set to.
    const { clock, server } = device;
    const begunAt = clock.now();
    server.sessions.now = () => begunAt + clock.ticks();
    this.#last = server.personId;
    this.holder = this.#last;
  }

  /** The person who owns an account, named by the first account with their address. */
  personOf(accountId: string): string {
    return this.#device.server.formerPeople.firstOf(accountId);
  }

  isSame(accountId: string, other: string): boolean {
    return this.personOf(accountId) === this.personOf(other);
  }

  /**
   * Signs a person in; without an argument, the last one who was signed in. A deleted account is
   * created again.
   * @param accountId any account that the person ever had
   * @returns the account that is signed in now
   */
  signIn(accountId: string = this.holder ?? this.#last): string {
    if (this.holder === accountId) return accountId;
    const { server } = this.#device;
    const newest = server.formerPeople.newestOf(accountId);
    const current = this.isGone(newest) ? server.createAccountAnew(newest) : newest;
    if (this.holder === current) return current;
    this.signOut();
    this.#device.signIn(current);
    this.holder = current;
    this.#last = current;
    return current;
  }

  /** Signs in the other of the two people who share the device. */
  change(): string {
    const { people } = this.#device.server;
    return this.signIn(people.find((person) => !this.isSame(person, this.#last)));
  }

  /** Signs out and closes all pages except frozen ones, which go on when they thaw. */
  signOut(): void {
    this.#device.signOut();
    this.holder = null;
    for (const page of this.#pages()) if (!page.frozen) page.leave();
  }

  /** Simulates that an administrator deletes the signed-in account. Its pages are not told. */
  delete(): void {
    if (this.holder !== null && !this.isGone(this.holder)) {
      this.#device.server.deleteAccount(this.holder);
    }
  }

  isGone(accountId: string): boolean {
    return this.#device.server.formerPeople.isGone(accountId);
  }

  /** A page of that account learned that the backend no longer accepts the session. */
  refused(personId: string): void {
    if (this.holder === personId) this.signOut();
  }
}

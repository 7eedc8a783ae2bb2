import type { Device } from "../sync/device.ts";
import type { Tab } from "./tab.ts";

type Page = Pick<Tab, "personId" | "frozen" | "leave">;

/** What a judge knows of the people who used the device. */
export type Users = Pick<Accounts, "seen" | "personOf">;

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
  readonly #pages: () => Page[];
  /** For each account that was created again, the deleted account that it replaces. */
  readonly #before = new Map<string, string>();
  /** The present accounts of the two people who share the device. */
  readonly #current: string[];
  #last: string;

  /** @param pages the pages that are alive */
  constructor(device: Device, pages: () => Page[]) {
    this.#device = device;
    this.#pages = pages;
    // The server's clock is right, whatever the device's clock is set to.
    const { clock, server } = device;
    const begunAt = clock.now();
    server.sessions.now = () => begunAt + clock.ticks();
    this.#current = [...server.people];
    this.#last = server.personId;
    this.holder = this.#last;
  }

  /**
   * The person who owns an account, named by the first account they had: one that was created again
   * with the same address is the same person's.
   */
  personOf(accountId: string): string {
    const before = this.#before.get(accountId);
    return before === undefined ? accountId : this.personOf(before);
  }

  /**
   * Signs a person in; without an argument, the last one who was signed in.
   * @param accountId any account that the person ever had
   * @returns the account that is signed in now
   */
  signIn(accountId: string = this.holder ?? this.#last): string {
    if (this.holder === accountId) return accountId;
    const current = this.#currentOf(accountId);
    if (this.holder === current) return current;
    this.signOut();
    this.#device.signIn(current);
    this.holder = current;
    this.#last = current;
    return current;
  }

  /** Signs in the other of the two people who share the device. */
  change(): string {
    const person = this.personOf(this.#last);
    return this.signIn(this.#current.find((accountId) => this.personOf(accountId) !== person));
  }

  /**
   * Signs out and closes all pages except frozen ones, which do not notice it and go on when they
   * thaw.
   */
  signOut(): void {
    this.#device.signOut();
    this.holder = null;
    for (const page of this.#pages()) if (!page.frozen) page.leave();
  }

  /** Simulates that an administrator deletes the signed-in account. Its pages are not told. */
  delete(): void {
    const { formerPeople } = this.#device.server;
    if (this.holder === null || formerPeople.isGone(this.holder)) return;
    this.#device.server.deleteAccount(this.holder);
  }

  isGone(accountId: string): boolean {
    return this.#device.server.formerPeople.isGone(accountId);
  }

  /** A page of that account learned that the backend no longer accepts the session. */
  refused(personId: string): void {
    if (this.holder === personId) this.signOut();
  }

  /** The person's present account; a deleted one is created again. */
  #currentOf(accountId: string): string {
    const person = this.personOf(accountId);
    const index = this.#current.findIndex((current) => this.personOf(current) === person);
    const current = this.#current[index] ?? accountId;
    if (!this.isGone(current)) return current;
    const created = this.#device.server.createAccountAnew(current);
    this.#before.set(created, current);
    this.#current[index] = created;
    return created;
  }
}

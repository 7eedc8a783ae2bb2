import type { Device } from "../sync/device.ts";

/** A page of one person. */
export interface Page {
  personId: string;
  frozen: boolean;
  /** Closes, because its person is not signed in any more. */
  leave: () => void;
}

/**
 * Who is signed in on a device, as its pages see to it. An account can be deleted, and is created anew
 * with another id when its person comes to sign in again.
 */
export class Accounts {
  /** The account that is signed in; null when none is. */
  holder: string | null;
  /** Every account that ever had a page. */
  readonly seen = new Set<string>();
  readonly #device: Device;
  readonly #pages: () => Page[];
  /** The account that each was created in the place of. */
  readonly #before = new Map<string, string>();
  /** The accounts of the two who share the device, as of now. */
  readonly #current: string[];
  #last: string;

  /** @param pages that live */
  constructor(device: Device, pages: () => Page[]) {
    this.#device = device;
    this.#pages = pages;
    // A server's clock is right, whatever the device's is set to.
    const { clock, server } = device;
    const begunAt = clock.now();
    server.sessions.now = () => begunAt + clock.ticks();
    this.#current = [...server.people];
    this.#last = server.personId;
    this.holder = this.#last;
  }

  /** Whose an account is, by the first one they had. */
  personOf(accountId: string): string {
    const before = this.#before.get(accountId);
    return before === undefined ? accountId : this.personOf(before);
  }

  /**
   * Signs somebody in: without a name, who was here last.
   * @param accountId any that they ever had
   * @returns the account that is signed in then
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

  /** The other of the two who share the device takes it. */
  change(): string {
    const person = this.personOf(this.#last);
    return this.signIn(this.#current.find((accountId) => this.personOf(accountId) !== person));
  }

  /** Frozen pages hear nothing of it, and go on as they were when they thaw. */
  signOut(): void {
    this.#device.signOut();
    this.holder = null;
    for (const page of this.#pages()) if (!page.frozen) page.leave();
  }

  /** An administrator deletes the account of who is signed in. Its pages are not told. */
  delete(): void {
    const { formerPeople } = this.#device.server;
    if (this.holder === null || formerPeople.isGone(this.holder)) return;
    this.#device.server.deleteAccount(this.holder);
  }

  /** Whether that account is gone for good. */
  isGone(accountId: string): boolean {
    return this.#device.server.formerPeople.isGone(accountId);
  }

  /** A page of theirs learned that the backend does not accept the session any more. */
  refused(personId: string): void {
    if (this.holder === personId) this.signOut();
  }

  /** A person's account of now, created anew where it is gone. */
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

import type { Device } from "../sync/device.ts";

/** A page of one person. */
export interface Page {
  personId: string;
  frozen: boolean;
  /** Closes, because its person is not signed in any more. */
  leave: () => void;
}

/** Who is signed in on a device, as its pages see to it. */
export class Accounts {
  /** Null when nobody is. */
  holder: string | null;
  /** Everybody who ever had a page. */
  readonly seen = new Set<string>();
  readonly #device: Device;
  readonly #pages: () => Page[];
  #last: string;

  /** @param pages that live */
  constructor(device: Device, pages: () => Page[]) {
    this.#device = device;
    this.#pages = pages;
    // A server's clock is right, whatever the device's is set to.
    const { clock, server } = device;
    const begunAt = clock.now();
    server.sessions.now = () => begunAt + clock.ticks();
    this.#last = device.server.personId;
    this.holder = this.#last;
  }

  /** Signs somebody in: without a name, who was here last. @returns who holds the device then */
  signIn(personId: string = this.holder ?? this.#last): string {
    if (this.holder === personId) return personId;
    this.signOut();
    this.#device.signIn(personId);
    this.holder = personId;
    this.#last = personId;
    return personId;
  }

  /** The other of the two who share the device takes it. */
  change(): string {
    const { people } = this.#device.server;
    return this.signIn(people.find((personId) => personId !== this.#last));
  }

  /** Frozen pages hear nothing of it, and go on as they were when they thaw. */
  signOut(): void {
    this.#device.signOut();
    this.holder = null;
    for (const page of this.#pages()) if (!page.frozen) page.leave();
  }

  /** A page of theirs learned that the backend does not accept the session any more. */
  refused(personId: string): void {
    if (this.holder === personId) this.signOut();
  }
}

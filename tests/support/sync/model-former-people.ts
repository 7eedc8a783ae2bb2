import { randomUUID } from "node:crypto";

/** Accounts that were deleted, as the server remembers them: see `former_people` in the migrations. */
export class ModelFormerPeople {
  /** Whose company each administrator looks after is left out: these manage everybody. */
  readonly administrators = new Set<string>();
  /** False: the account was deleted before the server remembered any. */
  remembers = true;
  readonly #gone = new Set<string>();
  /** The account that has the address of one that is gone. */
  readonly #successors = new Map<string, string>();

  delete(personId: string): void {
    this.#gone.add(personId);
  }

  createAnew(deletedId: string): string {
    const created = randomUUID();
    this.#successors.set(deletedId, created);
    return created;
  }

  /** Whether who asks has the confirmed address that the account had, which is gone. */
  isEarlierOf(goneId: string, personId: string): boolean {
    return this.remembers && this.#gone.has(goneId) && this.#successors.get(goneId) === personId;
  }

  among(personId: string, asked: readonly { id: string }[]): object[] {
    return asked
      .filter(({ id }) => this.#gone.has(id))
      .map(({ id }) => {
        const mine = this.#successors.get(id) === personId;
        const managed = this.administrators.has(personId) && !this.#successors.has(id);
        return { id, mine, managed };
      })
      .filter(({ mine, managed }) => mine || managed);
  }
}

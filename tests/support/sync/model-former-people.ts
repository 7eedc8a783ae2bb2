/** Deleted accounts, as the server records them: see `former_people` in the migrations. */
export class ModelFormerPeople {
  /** The administrators. The model ignores companies: they manage everybody. */
  readonly administrators = new Set<string>();
  readonly #gone = new Set<string>();
  /** For each deleted account, the next account with its address, which may itself be deleted. */
  readonly #successors = new Map<string, string>();
  readonly #newId: () => string;

  /** @param newId the id of an account that is created */
  constructor(newId: () => string) {
    this.#newId = newId;
  }

  delete(personId: string): void {
    this.#gone.add(personId);
  }

  createAnew(deletedId: string): string {
    const created = this.#newId();
    this.#successors.set(deletedId, created);
    return created;
  }

  isGone(personId: string): boolean {
    return this.#gone.has(personId);
  }

  /** Whether this person has the confirmed address of the deleted account. */
  isEarlierOf(goneId: string, personId: string): boolean {
    return this.#gone.has(goneId) && this.newestOf(goneId) === personId;
  }

  /** The account that has the address of an account now, or that had it last. */
  newestOf(personId: string): string {
    const next = this.#successors.get(personId);
    return next === undefined ? personId : this.newestOf(next);
  }

  /** The account that had the address of an account first. */
  firstOf(personId: string): string {
    const before = [...this.#successors].find(([, created]) => created === personId);
    return before === undefined ? personId : this.firstOf(before[0]);
  }

  among(personId: string, asked: readonly { id: string }[]): object[] {
    return asked
      .filter(({ id }) => this.#gone.has(id))
      .map(({ id }) => {
        const mine = this.newestOf(id) === personId;
        const managed = this.administrators.has(personId) && !this.#successors.has(id);
        return { id, mine, managed };
      })
      .filter(({ mine, managed }) => mine || managed);
  }
}

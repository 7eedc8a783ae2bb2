import type { Backend } from "#backend/backend.ts";
import type { Outcome } from "#backend/outcome.ts";
import type { Answer } from "#mirror/person/lists/replace-rows.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";

/** Refreshes a part of the mirror from the server. */
export interface Pull {
  /** The name of the part in `scopes` of the mirror; null if no page shows it as a list. */
  readonly scope: string | null;
  /** The server tables that it reads: when others change them, the caller refreshes it. */
  readonly tables: readonly string[];
  /**
   * @param now returns epoch ms
   * @returns the outcome of the request; the rows are in the mirror
   */
  run(db: PersonDatabase, backend: Backend, now: () => number): Promise<Outcome<null>>;
}

/** The definition of a pull. */
interface Declaration<Row> {
  scope: string | null;
  tables: readonly string[];
  /** Asks the server; `now` is epoch ms. */
  ask: (backend: Backend, personId: string, now: number) => Promise<Outcome<Row[]>>;
  /** Stores the answer in the mirror, completely or not at all. */
  replace: (db: PersonDatabase, answer: Answer<Row>) => Promise<void>;
  /** Refreshes data that depends on the rows, once they are in the mirror. */
  andThen?: (db: PersonDatabase, backend: Backend, now: () => number) => Promise<Outcome<null>>;
}

/** Defines a part of the mirror that is refreshed as one. */
export function createPull<Row>({ scope, tables, ask, replace, andThen }: Declaration<Row>): Pull {
  return {
    scope,
    tables,
    async run(db, backend, now) {
      const askedAt = now();
      const answer = await ask(backend, db.personId, askedAt);
      if (answer.kind !== "ok") return answer;
      await replace(db, { rows: answer.value, askedAt, now: now() });
      return andThen === undefined ? { kind: "ok", value: null } : andThen(db, backend, now);
    },
  };
}

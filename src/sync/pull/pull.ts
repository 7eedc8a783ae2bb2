import { createStore } from "zustand/vanilla";
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

/** A refresh that failed, and when the server was asked (epoch ms). */
export interface FailedRefresh {
  pull: Pull;
  askedAt: number;
}

/**
 * Which parts of the mirror could not be refreshed when they were last asked for, by the name of
 * their scope. Whoever asked, all pages of this tab learn of it.
 */
export function createFailedRefreshes() {
  const store = createStore<Readonly<Record<string, FailedRefresh>>>(() => ({}));
  return {
    /** The failure of a scope, the same object until it is asked for again; null if there is none. */
    of: (scope: string): FailedRefresh | null => store.getState()[scope] ?? null,

    /** Notes what became of a refresh; null, a server that could not be asked, changes nothing. */
    note(pull: Pull, askedAt: number, outcome: Outcome<null> | null): void {
      const { scope } = pull;
      if (scope === null || outcome === null) return;
      const { [scope]: known, ...others } = store.getState();
      if (outcome.kind === "later" || outcome.kind === "never") {
        store.setState({ ...others, [scope]: { pull, askedAt } }, true);
      } else if (known !== undefined) store.setState(others, true);
    },

    /** Calls a listener after every change. @returns a function that stops it */
    subscribe: store.subscribe,
  };
}

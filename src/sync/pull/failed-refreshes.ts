import type { Outcome } from "#backend/outcome.ts";
import type { Pull } from "./pull.ts";

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
  const failed = new Map<string, FailedRefresh>();
  const listeners = new Set<() => void>();
  return {
    /** The failure of a scope, the same object until it is asked for again; null if there is none. */
    of: (scope: string): FailedRefresh | null => failed.get(scope) ?? null,

    /** Notes what became of a refresh; null, a server that could not be asked, changes nothing. */
    note(pull: Pull, askedAt: number, outcome: Outcome<null> | null): void {
      const { scope } = pull;
      if (scope === null || outcome === null) return;
      if (outcome.kind === "later" || outcome.kind === "never") {
        failed.set(scope, { pull, askedAt });
      } else if (!failed.delete(scope)) return;
      for (const listener of listeners) listener();
    },

    /** Calls `listener` after every change. @returns a function that stops it */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

import { useSyncExternalStore } from "react";
import { useMirror } from "./mirror-context.tsx";
import { observe } from "./observe.ts";
import type { PersonDatabase } from "./person/person-database.ts";

/**
 * Makes a hook for a live query that many components show at once: it is read once for all of them,
 * and a component that comes later has its value in the first render. The last value is kept while
 * no component shows it.
 * @param read gets what the hook is called with, for each of which there is a query of its own
 * @returns a hook that returns undefined until the first read
 */
export function createSharedLive<T, Key extends [] | [string | null]>(
  read: (db: PersonDatabase, ...key: Key) => Promise<T>,
) {
  const stores = new WeakMap<PersonDatabase, Map<string | null, Store<T>>>();
  return function useSharedLive(...key: Key): T | undefined {
    const db = useMirror();
    const [id = null] = key;
    const ofDatabase = stores.get(db) ?? new Map<string | null, Store<T>>();
    stores.set(db, ofDatabase);
    const store = ofDatabase.get(id) ?? createStore(() => read(db, ...key));
    ofDatabase.set(id, store);
    return useSyncExternalStore(store.subscribe, store.get);
  };
}

type Store<T> = ReturnType<typeof createStore<T>>;

function createStore<T>(read: () => Promise<T>) {
  const listeners = new Set<() => void>();
  let value: T | undefined;
  let reading: { unsubscribe: () => void } | undefined;
  function follow(next: T): void {
    value = next;
    for (const changed of listeners) changed();
  }
  return {
    get: () => value,
    subscribe(changed: () => void): () => void {
      listeners.add(changed);
      reading ??= observe(read).subscribe(follow);
      return () => {
        listeners.delete(changed);
        // Later: the components of the next page may already show it then.
        queueMicrotask(() => {
          if (listeners.size > 0) return;
          reading?.unsubscribe();
          reading = undefined;
        });
      };
    },
  };
}

import { useSyncExternalStore } from "react";
import { useMirror } from "./mirror-context.tsx";
import { observe } from "./observe.ts";
import type { PersonDatabase } from "./person/person-database.ts";

/**
 * Makes a hook for a live query that many components show at once: it is read once for all of them,
 * and a component that comes later has its value in the first render. The last value is kept while
 * nobody shows it.
 * @returns a hook that returns undefined until the first read
 */
export function createSharedLive<T>(read: (db: PersonDatabase) => Promise<T>) {
  const stores = new WeakMap<PersonDatabase, ReturnType<typeof createStore<T>>>();
  return function useSharedLive(): T | undefined {
    const db = useMirror();
    let store = stores.get(db);
    if (store === undefined) {
      store = createStore(() => read(db));
      stores.set(db, store);
    }
    return useSyncExternalStore(store.subscribe, store.get);
  };
}

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
        if (listeners.size > 0) return;
        reading?.unsubscribe();
        reading = undefined;
      };
    },
  };
}

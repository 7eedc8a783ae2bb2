import type { Locks } from "#platform/ports.ts";
import type { Life } from "./life.ts";
import { asHere } from "./page-storage.ts";

/**
 * The device's locks as one context sees them: its death gives back everything it holds or waits
 * for.
 */
export function mortalLocks(locks: Locks, life: Life): Locks {
  return {
    request(name, options, granted) {
      const work = asHere(granted);
      const withdrawn = new AbortController();
      const withdraw = () => withdrawn.abort();
      life.onDeath(withdraw);
      if (!life.alive) withdraw();
      options.signal?.addEventListener("abort", withdraw, { once: true });
      const done = locks.request(name, { ...options, signal: withdrawn.signal }, (lock) =>
        life.alive ? Promise.race([work(lock), life.ended]) : Promise.resolve(),
      );
      // When a death released the lock, the work was not finished, so this throws.
      return done.then((result) => {
        life.goOn();
        return result;
      });
    },
    query: () => locks.query(),
  };
}

import type { Locks } from "#platform/ports.ts";
import type { Life } from "./life.ts";
import { asHere } from "./page-storage.ts";

/** The device's locks as one context has them: what it holds or waits for is given back by its death. */
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
      // What was given back by a death was not done to its end.
      return done.then((result) => {
        life.goOn();
        return result;
      });
    },
    query: () => locks.query(),
  };
}

import { whenWorthTrying } from "../platform/try-again.ts";
import type { GuardedDatabase } from "./guarded-database.ts";

/**
 * Why a database of this device cannot be used. `blocked`: the browser refuses it. `slow`: it has
 * not answered yet.
 */
export type StorageTrouble = "blocked" | "slow";

/**
 * An open that takes longer than this (ms) is reported as slow. It usually takes a fraction of a
 * second, and three seconds when a frozen page blocks it.
 */
const SLOW_MS = 6000;

/**
 * Opens a database, and reports when that is refused or takes long. Tries again until it opens.
 * @param changed called with the trouble, and with null once the database is open
 * @returns a function that stops the reports
 */
export function openWatched(
  db: GuardedDatabase,
  changed: (trouble: StorageTrouble | null) => void,
): () => void {
  let left = false;
  const report = (trouble: StorageTrouble | null) => {
    if (!left) changed(trouble);
  };
  async function open(): Promise<void> {
    for (let failures = 1; !left; failures += 1) {
      const slow = setTimeout(() => report("slow"), SLOW_MS);
      try {
        await db.open();
        return report(null);
      } catch (error) {
        if (failures === 1 && !left) console.warn("This device's storage can't be used:", error);
        report("blocked");
      } finally {
        clearTimeout(slow);
      }
      await whenWorthTrying(failures);
    }
  }
  void open();
  return () => {
    left = true;
  };
}

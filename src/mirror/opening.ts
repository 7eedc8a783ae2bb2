import { whenWorthTrying } from "../platform/try-again.ts";
import type { GuardedDatabase } from "./guarded-database.ts";

/**
 * Why a database of this device can't be used: `blocked` when the browser refuses it, `slow` when it
 * does not answer, which it may still do.
 */
export type StorageTrouble = "blocked" | "slow";

/** Opening takes a fraction of a second, and three where a frozen page is in its way. */
const SLOW_MS = 6000;

/**
 * Opens a database, and says where that is refused or takes long. It is tried again until it opens.
 * @param told null once it is open
 * @returns a function that stops telling
 */
export function openWatched(
  db: GuardedDatabase,
  told: (trouble: StorageTrouble | null) => void,
): () => void {
  let left = false;
  const tell = (trouble: StorageTrouble | null) => {
    if (!left) told(trouble);
  };
  async function open(): Promise<void> {
    for (let failures = 1; !left; failures += 1) {
      const slow = setTimeout(() => tell("slow"), SLOW_MS);
      try {
        await db.open();
        return tell(null);
      } catch (error) {
        if (failures === 1 && !left) console.warn("This device's storage can't be used:", error);
        tell("blocked");
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

import type { HeldLocks } from "#platform/lock-names.ts";
import type { PersonDatabase } from "../person-database.ts";
import { waitingItems } from "./outbox.ts";
import { look, type Unsent, useLooking } from "./unsent.ts";

/** Everything that is on this device and not on the server. */
export async function readUnsent(
  db: PersonDatabase,
  locks: HeldLocks = navigator.locks,
): Promise<Unsent> {
  const { queue: items, ...rest } = await look(db, locks, () => waitingItems(db));
  return { items, ...rest };
}

/** All unsent work, kept current; undefined until the first read. */
export const useUnsent = (): Unsent | undefined =>
  useLooking(readUnsent, ({ recording }) => recording.length > 0);

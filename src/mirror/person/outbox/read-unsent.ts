import type { HeldLocks } from "#platform/recording-lock.ts";
import type { PersonDatabase } from "../person-database.ts";
import { waitingItems } from "./outbox.ts";
import { look, type Unsent } from "./unsent.ts";

/** Everything that is on this device and not on the server. */
export async function readUnsent(
  db: PersonDatabase,
  locks: HeldLocks = navigator.locks,
): Promise<Unsent> {
  const { queue, unfinished, recording, texts, earlier } = await look(db, locks, () =>
    waitingItems(db),
  );
  return { items: queue, unfinished, recording, texts, earlier };
}

import type { PersonDatabase } from "../person-database.ts";
import { laneIsTaken } from "./lanes.ts";
import { discardIf } from "./outbox.ts";
import type { StoredItem } from "./stored-item.ts";

/**
 * Puts another item into the place of one, which is discarded, unless that one is being sent.
 * @returns whether this call did it
 */
export function replaceIdleItem(
  db: PersonDatabase,
  id: string,
  item: StoredItem,
): Promise<boolean> {
  return discardIf(
    db,
    id,
    (row) => row.state !== "sending",
    async ({ lane, place }) => {
      const placed = { ...item, lane, ...(place !== undefined && { place }) };
      const due = (await laneIsTaken(db, placed)) ? null : 0;
      await db.outbox.add({ ...placed, due });
    },
  );
}

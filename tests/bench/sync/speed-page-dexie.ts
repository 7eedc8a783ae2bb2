import Dexie, { type EntityTable } from "dexie";
import type { RawQueue } from "./speed-page-raw.ts";

type Item = Parameters<RawQueue["add"]>[0];

/** The app's queue with nothing around it but Dexie, to tell what the library takes. */
export async function openDexieQueue(): Promise<RawQueue> {
  const db = new Dexie("dexie-queue", {
    chromeTransactionDurability: "strict",
    cache: "disabled",
  }) as Dexie & { items: EntityTable<Item, "id"> };
  db.version(1).stores({ items: "id, state, [lane+id], [due+size+id]" });
  await db.open();
  return {
    add: (item) =>
      db.transaction("rw", db.items, async () => {
        const { lane } = item;
        await Promise.all([
          db.items.where("[lane+id]").between([lane, ""], [lane, "\uffff"]).toArray(),
          db.items.add(item),
        ]);
      }),
  };
}

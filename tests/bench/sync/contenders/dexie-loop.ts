import Dexie, { type EntityTable } from "dexie";
import { present, requestFor } from "../contender.ts";

const INTERVAL_MS = 5000;

/** What a programmer writes in an afternoon: a loop that sends each row of a table and deletes it. */
present(async (server) => {
  type Items = EntityTable<{ seq: number; id: string; bytes: ArrayBuffer }, "seq">;
  const db = new Dexie("items") as Dexie & { items: Items };
  db.version(1).stores({ items: "++seq" });
  await db.open();

  let isSending = false;
  let isMoreWanted = false;
  async function sendAll(): Promise<void> {
    isMoreWanted = true;
    if (isSending) return;
    isSending = true;
    try {
      while (isMoreWanted) {
        isMoreWanted = false;
        for (const { seq, id, bytes } of await db.items.toArray()) {
          const response = await fetch(requestFor(server, id, bytes));
          if (response.ok) await db.items.delete(seq);
        }
      }
    } catch {
      // No network: the next round tries again.
    } finally {
      isSending = false;
    }
  }
  window.addEventListener("online", () => void sendAll());
  setInterval(() => void sendAll(), INTERVAL_MS);
  void sendAll();

  return {
    async enqueue(id, bytes) {
      await db.items.add({ id, bytes });
      void sendAll();
    },
    wake: sendAll,
  };
});

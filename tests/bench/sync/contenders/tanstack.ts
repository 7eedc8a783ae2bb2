import { createCollection } from "@tanstack/db";
import { IndexedDBAdapter, startOfflineExecutor } from "@tanstack/offline-transactions";
import { encodeBase64 } from "#backend/functions.ts";
import { present, requestFor } from "../contender.ts";

/** The outbox of the library is JSON, so bytes are stored as text. */
interface Row {
  id: string;
  base64: string;
}

/**
 * Follows the library's guide "Offline Transactions": IndexedDB, Web Locks, every failure is retried.
 * The executor does not report when a transaction is in its outbox, so this code observes the storage
 * adapter.
 */
present(async (server) => {
  const storage = new IndexedDBAdapter();
  const stored = new Map<string, () => void>();
  const set = storage.set.bind(storage);
  storage.set = async (key, value) => {
    await set(key, value);
    stored.get(key)?.();
  };
  const items = createCollection<Row, string>({
    id: "items",
    getKey: (row) => row.id,
    sync: { sync: ({ markReady }) => markReady() },
  });
  items.startSyncImmediate();
  const executor = startOfflineExecutor({
    collections: { items },
    storage,
    mutationFns: {
      async send({ transaction, idempotencyKey }) {
        for (const { modified } of transaction.mutations) {
          const { base64 } = modified as unknown as Row;
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          const response = await fetch(requestFor(server, idempotencyKey, bytes));
          if (!response.ok) throw new Error("Could not send it");
        }
      },
    },
  });
  await executor.waitForInit();

  return {
    async enqueue(id, bytes) {
      const made = executor.createOfflineTransaction({
        mutationFnName: "send",
        autoCommit: false,
        idempotencyKey: id,
      });
      const row: Row = { id, base64: encodeBase64(bytes) };
      const kept = new Promise<void>((resolve) => stored.set(`tx:${made.id}`, resolve));
      made.mutate(() => items.insert(row));
      // A tab that is not the leader stores nothing: its items are safe only once they have arrived.
      await Promise.race([kept, made.commit()]);
      stored.delete(`tx:${made.id}`);
    },
    wake: async () => executor.getOnlineDetector().notifyOnline(),
  };
});

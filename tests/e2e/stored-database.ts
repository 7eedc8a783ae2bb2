import { readFileSync } from "node:fs";
import type { Page } from "playwright";

/** An IndexedDB database in the format of `tests/fixtures/device-databases`. */
export interface StoredDatabase {
  name: string;
  version: number;
  stores: Record<string, StoredStore>;
}

interface StoredStore {
  keyPath: string | string[];
  indexes: Record<string, string | string[]>;
  /** The rows; bytes are written as `{ base64 }`. */
  rows: Record<string, unknown>[];
}

/** Reads a fixture as the database of that person. */
export function readStored(file: string, personId: string): StoredDatabase {
  const path = new URL(`../fixtures/device-databases/${file}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, "utf8").replaceAll("PERSON", personId)) as StoredDatabase;
}

/** The rows of one of its stores; none if the store does not exist. */
export function rowsOf(database: StoredDatabase, store: string): Record<string, unknown>[] {
  return database.stores[store]?.rows ?? [];
}

/**
 * Replaces the device's database of that name, directly with IndexedDB, without the app's code.
 * `page` is at the app's origin but does not run the app. It keeps its connection open until a
 * newer version asks for the database, like a tab of the stored version.
 * @param kept a store whose present rows on the device are kept as well
 */
export async function putDatabase(
  page: Page,
  database: StoredDatabase,
  kept: string | null = null,
): Promise<void> {
  await page.evaluate(
    async ({ database, kept }) => {
      const { name, version, stores } = database;
      function result<T>(request: IDBRequest<T>): Promise<T> {
        return new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      }
      function revive(value: unknown): unknown {
        if (Array.isArray(value)) return value.map(revive);
        if (typeof value !== "object" || value === null) return value;
        if ("base64" in value) {
          return Uint8Array.from(atob(String(value.base64)), (letter) => letter.charCodeAt(0))
            .buffer;
        }
        return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, revive(held)]));
      }
      let keptRows: unknown[] = [];
      if (kept !== null) {
        const own = await result(indexedDB.open(name));
        keptRows = await result(own.transaction(kept).objectStore(kept).getAll());
        own.close();
      }
      await result(indexedDB.deleteDatabase(name));
      const opening = indexedDB.open(name, version);
      opening.onupgradeneeded = () => {
        for (const [storeName, { keyPath, indexes, rows }] of Object.entries(stores)) {
          const store = opening.result.createObjectStore(storeName, { keyPath });
          for (const [index, path] of Object.entries(indexes)) store.createIndex(index, path);
          for (const row of rows) store.add(revive(row));
          if (storeName === kept) for (const row of keptRows) store.add(row);
        }
      };
      const connection = await result(opening);
      connection.onversionchange = () => {
        connection.close();
        document.title = `let go of ${name}`;
      };
    },
    { database, kept },
  );
}

/** Waits until the page has closed a database that it put there, for a newer version. */
export async function untilLetGo(page: Page, { name }: StoredDatabase): Promise<void> {
  await page.waitForFunction((wanted) => document.title === `let go of ${wanted}`, name);
}

import { forceCloseDatabase } from "fake-indexeddb";
import { afterEach, beforeEach, expect, it } from "vitest";
import { GuardedDatabase } from "./guarded-database.ts";

let db: GuardedDatabase;

beforeEach(async () => {
  db = new GuardedDatabase("guarded");
  db.version(1).stores({ notes: "id" });
  await db.open();
});

afterEach(() => db.delete());

/** As the browser does, a moment after it has closed a connection. */
function reportLost(connection: IDBDatabase): Promise<unknown> {
  const reported = new Promise((resolve) => connection.addEventListener("close", resolve));
  forceCloseDatabase(connection as unknown as Parameters<typeof forceCloseDatabase>[0]);
  return reported;
}

it("is opened again for the next read when the browser has closed its connection", async () => {
  await reportLost(db.backendDB());
  expect(await db.table("notes").count()).toBe(0);
});

it("stays closed when the browser reports a lost connection after the app has closed it", async () => {
  const connection = db.backendDB();
  db.close();
  await reportLost(connection);
  await expect(db.table("notes").count()).rejects.toThrow("Database has been closed");
  expect(db.isOpen()).toBe(false);
});

it("can be opened again by the app after it has closed it", async () => {
  db.close();
  await db.open();
  expect(await db.table("notes").count()).toBe(0);
});

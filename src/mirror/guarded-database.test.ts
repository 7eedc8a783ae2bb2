import Dexie from "dexie";
import { forceCloseDatabase } from "fake-indexeddb";
import { afterEach, beforeEach, expect, it } from "vitest";
import { GuardedDatabase } from "./guarded-database.ts";

let db: GuardedDatabase;

beforeEach(async () => {
  db = new GuardedDatabase("guarded", "gate");
  db.version(1).stores({ notes: "id", photos: "id", gate: "id" });
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

it("lets one write transaction end before the next begins, also one of another store", async () => {
  const order: string[] = [];
  const first = db.transaction("rw", "notes", async () => {
    await db.table("notes").put({ id: 1 });
    order.push("first has written");
    for (let again = 0; again < 20; again += 1) await db.table("notes").get(1);
    order.push("first ends");
  });
  const second = db.transaction("rw", "photos", async () => {
    await db.table("photos").put({ id: 1 });
    order.push("second has written");
  });
  await Promise.all([first, second]);
  expect(order).toEqual(["first has written", "first ends", "second has written"]);
});

it("lets reads of other stores go on beside a write transaction", async () => {
  let read = 0;
  await db.transaction("rw", "notes", async () => {
    await db.table("notes").put({ id: 1 });
    const reading = Dexie.ignoreTransaction(() => db.table("photos").count());
    await Dexie.waitFor(reading.then(() => (read += 1)));
  });
  expect(read).toBe(1);
});

import Dexie from "dexie";
import { afterEach, expect, it, vi } from "vitest";
import { GuardedDatabase } from "./guarded-database.ts";
import { observe } from "./observe.ts";

let db: Dexie;
afterEach(() => db.delete());

it("observe reads again when a row changes that was read after a nested read", async () => {
  db = new Dexie("observed");
  db.version(1).stores({ first: "id", second: "id" });
  const inner = async () => (await db.table("first").toArray()).length;
  const outer = async () => (await inner()) + 1;
  const seen: number[] = [];
  const read = () => outer().then(() => db.table("second").count());
  const subscription = observe(read).subscribe((count) => seen.push(count));
  await vi.waitFor(() => expect(seen).toEqual([0]));

  await db.table("second").put({ id: 1 });
  await vi.waitFor(() => expect(seen).toEqual([0, 1]));
  subscription.unsubscribe();
});

it("observe shows a row only once it is stored", async () => {
  db = new GuardedDatabase("observed", "notes");
  db.version(1).stores({ notes: "id" });
  const notes = db.table("notes");
  let stored = 0;
  const early: number[] = [];
  let shown = 0;
  const subscription = observe(() => notes.toArray()).subscribe(({ length }) => {
    if (length > stored) early.push(length);
    shown = length;
  });
  for (let id = 1; id <= 20; id += 1) {
    await notes.add({ id });
    stored = id;
  }
  await vi.waitFor(() => expect(shown).toBe(20));
  expect(early).toEqual([]);
  subscription.unsubscribe();
});

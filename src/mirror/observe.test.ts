import Dexie from "dexie";
import { afterEach, expect, it, vi } from "vitest";
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

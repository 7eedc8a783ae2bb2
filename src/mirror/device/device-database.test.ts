import Dexie from "dexie";
import { expect, it, vi } from "vitest";

it.each([
  ["a person's", JSON.stringify({ id: "one", email: "Tech@Example.test", companyId: null }), "one"],
  ["missing", null, undefined],
  ["unreadable", "{", undefined],
])(
  "the upgrade that adds seen people starts with the stored identity when it is %s",
  async (_, identity, id) => {
    await Dexie.delete("field-agents-device");
    const before = new Dexie("field-agents-device");
    before.version(2).stores({ values: "key", leads: "id, due" });
    if (identity !== null) await before.table("values").put({ key: "identity", value: identity });
    await before.table("leads").put({ id: "lead", due: 0 });
    before.close();

    vi.resetModules();
    const { deviceDatabase } = await import("./device-database.ts");
    const people = await deviceDatabase.people.toArray();
    expect(people[0]?.id).toBe(id);
    if (id !== undefined) {
      expect(people).toEqual([
        { id, email: "tech@example.test", companyId: null, lastSeen: null, successorId: null },
      ]);
    }
    // The waiting request is unchanged.
    expect(await deviceDatabase.leads.count()).toBe(1);
    expect((await deviceDatabase.values.get("identity"))?.value).toBe(identity ?? undefined);
    deviceDatabase.close();
  },
);

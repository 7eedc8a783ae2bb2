import type { AccountChange } from "@contracts/account-reset.ts";
import { expect, it } from "vitest";
import { db } from "#tests/support/empty-mirror.ts";
import {
  readAccountChanges,
  replaceAccountChanges,
} from "../../../mirror/person/lists/account-changes.ts";
import { describeChange } from "./change-log.tsx";

const ROBIN: AccountChange = {
  ...{ id: "00000000-0000-4000-8000-000000000001", company_id: "north", person_id: "robin" },
  ...{ person_name: "Robin", person_email: "robin@x.example", actor_email: "alex@x.example" },
  ...{ action: "role", from_value: "field_tech", to_value: "admin", result: "done" },
  created_at: "2026-01-02T00:00:00Z",
};

it.each<[string, Partial<AccountChange>]>([
  ["Role of Robin: Field Technician to Administrator, by alex@x.example", {}],
  [
    "Status of Robin: Active to Suspended, by the operator",
    { action: "status", from_value: "active", to_value: "suspended", actor_email: null },
  ],
  [
    "Agent access of Robin: none to Voice Agent, Label Agent, by alex@x.example",
    { action: "access", from_value: "", to_value: "voice,label" },
  ],
  ["Robin joined North, by alex@x.example", { action: "company", to_value: "North" }],
  [
    "Robin left North, by alex@x.example",
    { action: "company", from_value: "North", to_value: null },
  ],
  [
    "Robin left a company that was deleted, by alex@x.example",
    { action: "company", from_value: null, to_value: null },
  ],
  ["Robin added as Administrator, by alex@x.example", { action: "creation", from_value: null }],
  [
    "robin@x.example not added to North, because the address is in use, by alex@x.example",
    { action: "creation", from_value: "North", result: "failed", person_name: null },
  ],
  ["Robin deleted: failed, by alex@x.example", { action: "deletion", result: "failed" }],
  ["Second factors removed for Robin, by alex@x.example", { action: "remove_factors" }],
  [
    "Link by email for Robin: result unknown, by somebody without an address",
    { action: "recovery_link", result: "begun", actor_email: null },
  ],
])("a line of the log among those of others says: %s", (words, change) => {
  expect(describeChange({ ...ROBIN, ...change }, "of anybody")).toBe(words);
});

it("a line of the log about a reset does not name the person whose log it is", () => {
  const reset = { ...ROBIN, action: "temporary_password" } as const;
  expect(describeChange(reset, "of the person")).toBe("Temporary password, by alex@x.example");
});

it("the log on the device keeps what came, newest first, by the person and by the company", async () => {
  const later = { ...ROBIN, id: "2", created_at: "2026-01-03T00:00:00Z" };
  const ofNobody = { ...later, id: "3", company_id: null, person_id: null };
  const elsewhere = { ...ROBIN, id: "4", company_id: "south", person_id: "sam" };
  const [person, company] = [{ personId: "robin" }, { companyId: "north" }];
  const answered = (rows: AccountChange[], at: number) => ({ rows, askedAt: at, now: at });
  await replaceAccountChanges(db, person, answered([ROBIN], 1));
  await replaceAccountChanges(db, company, answered([ofNobody, later], 2));
  await replaceAccountChanges(db, { companyId: "south" }, answered([elsewhere], 3));
  const ids = async (of: Parameters<typeof readAccountChanges>[1]) =>
    (await readAccountChanges(db, of)).map(({ id }) => id);
  expect(await ids(person)).toEqual(["2", ROBIN.id]);
  expect(await ids(company)).toEqual(["2", "3", ROBIN.id]);
});

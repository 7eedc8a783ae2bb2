import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import { expect, it } from "vitest";
import { ALL, filtered } from "./filter.ts";

const lead = (id: string, status: EarlyAccessRequest["status"]): EarlyAccessRequest => ({
  id,
  company: `Company ${id}`,
  name: `Name ${id}`,
  email: `${id}@prospect.example`,
  phone: "1",
  field_tech_count: "5",
  current_crm: "None",
  created_at: "2026-01-01T00:00:00Z",
  status,
  notes: null,
});
const LEADS = [lead("ann", "new"), lead("bob", "contacted"), lead("cy", "new")];
const NONE: ReadonlySet<string> = new Set();
const ids = (leads: readonly EarlyAccessRequest[]) => leads.map(({ id }) => id);

it("keeps all requests if no filter is set", () => {
  expect(filtered(LEADS, ALL, NONE)).toBe(LEADS);
});

it("finds parts of names, companies and addresses, ignoring case", () => {
  for (const text of [" BOB", "name b", "company bo", "bob@PROSPECT"]) {
    expect(ids(filtered(LEADS, { text, status: null }, NONE)), text).toEqual(["bob"]);
  }
  expect(filtered(LEADS, { text: "dan", status: null }, NONE)).toEqual([]);
});

it("filters by status, but keeps requests that were answered meanwhile", () => {
  expect(ids(filtered(LEADS, { text: "", status: "new" }, NONE))).toEqual(["ann", "cy"]);
  expect(ids(filtered(LEADS, { text: "b", status: "new" }, new Set(["bob"])))).toEqual(["bob"]);
});

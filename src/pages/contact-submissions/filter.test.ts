import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import { expect, it } from "vitest";
import { requestRow } from "#tests/support/rows.ts";
import { sortRows } from "#ui/sort.ts";
import { countByStatus, findRequests, type HeldStatuses, orders } from "./filter.ts";
import type { RequestStatus } from "./request-status.ts";

const lead = (id: string, more: Partial<EarlyAccessRequest> = {}) =>
  requestRow({
    id,
    company: `Company ${id}`,
    name: `Name ${id}`,
    email: `${id}@prospect.example`,
    phone: "1",
    field_tech_count: "5",
    created_at: "2026-01-01T00:00:00Z",
    ...more,
  });
/** The newest first, as they come from the mirror. */
const LEADS = [
  lead("ann", {
    phone: "+1 (503) 555-0100",
    current_crm: "ServiceTitan",
    created_at: "2026-01-03T00:00:00Z",
  }),
  lead("bob", {
    status: "contacted",
    notes: "Wants a demo on Friday",
    company: "acme 10",
    created_at: "2026-01-02T00:00:00Z",
  }),
  lead("cy", { company: "Acme 9", field_tech_count: "20-50" }),
];
const HELD: HeldStatuses = new Map();
const idsOf = (requests: readonly EarlyAccessRequest[]) => requests.map(({ id }) => id);
const found = (text: string, status: RequestStatus | null, held = HELD) =>
  idsOf(findRequests(LEADS, text, status, held));
const sorted = (column: string, descending = false, held = HELD) =>
  idsOf(sortRows(LEADS, orders(held), { column, descending }));

it.each([
  [" ", ["ann", "bob", "cy"]],
  ["ann@PROSPECT", ["ann"]],
  ["servicetitan", ["ann"]],
  ["friday demo", ["bob"]],
  ["503 555", ["ann"]],
  ["5035550100", ["ann"]],
  ["+1 503.555", ["ann"]],
  ["friday acme 9", []],
])("the shown requests contain every word of %j in some field", (text, ids) => {
  expect(found(text, null)).toEqual(ids);
});

it("the shown requests are sorted as people chose", () => {
  expect(sorted("submitted")).toEqual(["cy", "bob", "ann"]);
  expect(sorted("company", true)).toEqual(["ann", "bob", "cy"]);
  expect(sorted("status")).toEqual(["ann", "cy", "bob"]);
});

it("the shown requests have the status asked for, or had it when the viewer began to answer", () => {
  expect(found("", "new")).toEqual(["ann", "cy"]);
  const held = new Map<string, RequestStatus>([["bob", "new"]]);
  expect(found("", "new", held)).toEqual(["ann", "bob", "cy"]);
  expect(sorted("status", false, held)).toEqual(["ann", "bob", "cy"]);
});

it("the shown requests are counted by their status", () => {
  expect(countByStatus(LEADS)).toEqual({ new: 2, contacted: 1, qualified: 0, not_interested: 0 });
});

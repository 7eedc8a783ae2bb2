import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import { expect, it } from "vitest";
import { requestRow } from "#tests/support/rows.ts";
import {
  arranged,
  countByStatus,
  type Filter,
  readFilter,
  readRequestSort,
  toParameters,
} from "./filter.ts";
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
const ALL: Filter = { text: "", status: null, sort: null };
const HELD: ReadonlyMap<string, RequestStatus> = new Map();
const idsOf = (filter: Partial<Filter>, held = HELD) =>
  arranged(LEADS, { ...ALL, ...filter }, held).map(({ id }) => id);

it.each([
  [" ", ["ann", "bob", "cy"]],
  [" BOB", ["bob"]],
  ["ann@PROSPECT", ["ann"]],
  ["servicetitan", ["ann"]],
  ["20-50", ["cy"]],
  ["friday demo", ["bob"]],
  ["503 555", ["ann"]],
  ["5035550100", ["ann"]],
  ["+1 503.555", ["ann"]],
  ["dan", []],
  ["friday acme 9", []],
])("the shown requests contain every word of %j in some field", (text, ids) => {
  expect(idsOf({ text })).toEqual(ids);
});

it.each([
  ["submitted", ["cy", "bob", "ann"]],
  ["company", ["cy", "bob", "ann"]],
  ["-company", ["ann", "bob", "cy"]],
  ["status", ["ann", "cy", "bob"]],
])("the shown requests are sorted by %s", (sort, ids) => {
  expect(idsOf({ sort: readRequestSort(sort) })).toEqual(ids);
});

it("the shown requests have the status asked for, or had it when the viewer began to answer", () => {
  expect(idsOf({ status: "new" })).toEqual(["ann", "cy"]);
  const held = new Map<string, RequestStatus>([["bob", "new"]]);
  expect(idsOf({ status: "new" }, held)).toEqual(["ann", "bob", "cy"]);
  expect(idsOf({ sort: readRequestSort("status") }, held)).toEqual(["ann", "bob", "cy"]);
});

it("the shown requests are counted by their status", () => {
  expect(countByStatus(LEADS)).toEqual({ new: 2, contacted: 1, qualified: 0, not_interested: 0 });
});

it("the address brings the same view", () => {
  const filter: Filter = {
    text: "heat pump",
    status: "qualified",
    sort: readRequestSort("-company"),
  };
  expect(toParameters(filter).toString()).toBe("status=qualified&sort=-company&search=heat+pump");
  expect(readFilter(toParameters(filter))).toEqual(filter);
});

it("the address says nothing of what is usual, and nothing unknown is read from it", () => {
  expect(toParameters({ ...ALL, text: " " }).toString()).toBe("");
  expect(readFilter(new URLSearchParams("status=toString&sort=constructor"))).toEqual(ALL);
});

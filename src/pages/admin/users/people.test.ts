import { expect, it } from "vitest";
import { personRow } from "#tests/support/rows.ts";
import { findPeople, listNames, rightsOver } from "./people.ts";

const person = (full_name: string | null, email: string | null) =>
  personRow({ id: crypto.randomUUID(), full_name, email });

const PEOPLE = [
  person("Zoë Ångström", "zoe@north.example"),
  person(null, "nobody@south.example"),
  person("Ali (night shift)", null),
];

const found = (typed: string) => findPeople(PEOPLE, typed).map((each) => PEOPLE.indexOf(each));

it("finds people by a part of their name or address, ignoring case", () => {
  expect(found("ÅNG")).toEqual([0]);
  expect(found("south.EX")).toEqual([1]);
  expect(found("unnamed")).toEqual([1]);
  expect(found(" (night ")).toEqual([2]);
  expect(found("example")).toEqual([0, 1]);
  expect(found(".*")).toEqual([]);
  expect(found("  ")).toEqual([0, 1, 2]);
});

it("names few people, and of many the first and how many more there are", () => {
  const people = Array.from({ length: 7 }, (_, at) => personRow({ full_name: `P${at}` }));
  expect(listNames(people.slice(0, 2))).toBe("P0, P1");
  expect(listNames(people)).toBe("P0, P1, P2, P3, P4 and 2 more");
});

const ALL = { editAccess: true, editStatus: true, resetSignIn: true };
const COLLEAGUE = { editAccess: true, editStatus: true, resetSignIn: false };
const OWN = { editAccess: true, editStatus: false, resetSignIn: false };
const NONE = { editAccess: false, editStatus: false, resetSignIn: false };

it.each([
  ["super_admin", "field_tech", ALL],
  ["super_admin", "admin", ALL],
  ["super_admin", "super_admin", ALL],
  ["admin", "field_tech", ALL],
  ["admin", "admin", COLLEAGUE],
  ["admin", "super_admin", NONE],
  ["field_tech", "field_tech", NONE],
] as const)("says what a %s may do with a %s", (viewer, person, rights) => {
  expect(rightsOver({ id: "a", role: viewer }, { id: "b", role: person })).toEqual(rights);
});

it.each(["admin", "super_admin"] as const)("does not let a %s change their own status", (role) => {
  expect(rightsOver({ id: "a", role }, { id: "a", role })).toEqual(OWN);
});

import { expect, it } from "vitest";
import { rightsOver } from "./person-rights.ts";

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

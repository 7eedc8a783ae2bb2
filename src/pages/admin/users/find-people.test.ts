import { expect, it } from "vitest";
import { personRow } from "#tests/support/rows.ts";
import { findPeople } from "./find-people.ts";

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

import { expect, it } from "vitest";
import type { ReadPerson } from "./read-people-csv.ts";
import { planImport } from "./use-import.ts";

const COMPANY = "0b1f2c3d-0000-4000-8000-000000000001";
const person = (line: number, more: Partial<ReadPerson> = {}): ReadPerson => ({
  line,
  fullName: "Kim Lee",
  email: `kim${line}@demo.example`,
  role: "field_tech",
  voice: true,
  snap: false,
  label: false,
  isAccessGiven: true,
  unclear: [],
  password: null,
  ...more,
});
const fates = (read: ReadPerson[], there: string[] = []) =>
  planImport(
    read,
    COMPANY,
    there.map((email) => ({ email })),
    6,
  ).map(({ fate }) => (fate.kind === "invalid" ? fate.problem : fate.kind));

it("creates a person without a password of their own, who is not there already", () => {
  const request = {
    ...{ email: "kim2@demo.example", full_name: "Kim Lee", company_id: COMPANY },
    can_use_voice_agent: true,
  };
  expect(planImport([person(2)], COMPANY, [], 6)).toMatchObject([
    { id: "2", fate: { kind: "create", key: expect.any(String), request } },
  ]);
  const there = fates([person(2, { email: "KIM@demo.example" })], ["kim@Demo.example"]);
  expect(there).toEqual(["there"]);
});

it("tells why a line is invalid", () => {
  expect(
    fates([
      person(2, { email: "same@demo.example" }),
      person(3, { email: "Same@demo.example" }),
      person(4, { email: "kim", role: null }),
      person(5, { fullName: "", unclear: ["voise"] }),
      person(6, { password: "short" }),
    ]),
  ).toEqual([
    "create",
    "Same email as line 2",
    "Invalid email address. Role must be Field Technician or Administrator",
    "Full name is required. Agents: “voise” is not understood",
    "Password must be at least 6 characters",
  ]);
});

import type { Company } from "@contracts/company.ts";
import { expect, it } from "vitest";
import { companyRow } from "#tests/support/rows.ts";
import { checkInvitation, NEW_COMPANY, type TypedInvitation } from "./check-invitation.ts";

const REQUEST = "0b1f2c3d-0000-4000-8000-000000000001";
const company = (id: string, name: string) => companyRow({ id, name });
const BIRCH = company("birch", "Birch  heating");
const TYPED: TypedInvitation = {
  companyName: " Alder Heating ",
  sameName: null,
  fullName: " Pat Lee ",
  email: " pat@alder.example ",
};
const check = (change: Partial<TypedInvitation>, made?: Company) =>
  checkInvitation({ ...TYPED, ...change }, REQUEST, made, [BIRCH]);
const administrator = { fullName: "Pat Lee", email: "pat@alder.example" };

it("an invitation is of a new company if none has its name", () => {
  expect(check({})).toEqual({
    ok: true,
    invitation: { requestId: REQUEST, company: { name: "Alder Heating" }, administrator },
  });
});

it("an invitation asks which company is meant if one has its name, however it is written", () => {
  const companyName = "BIRCH Heating";
  expect(check({ companyName })).toMatchObject({ ok: false, first: "sameName" });
  expect(check({ companyName, sameName: BIRCH.id })).toMatchObject({
    invitation: { company: { id: BIRCH.id, name: BIRCH.name } },
  });
  expect(check({ companyName, sameName: NEW_COMPANY })).toMatchObject({
    invitation: { company: { name: companyName } },
  });
  // Chosen for another name that was typed before.
  expect(check({ sameName: BIRCH.id })).toMatchObject({
    invitation: { company: { name: "Alder Heating" } },
  });
});

it("an invitation is of the company that was made from the request before, whatever is typed", () => {
  const made = company("made", "Alder");
  expect(check({ companyName: "" }, made)).toMatchObject({
    invitation: { company: { id: "made", name: "Alder" } },
  });
});

it.each([
  [{ companyName: " " }, { companyName: "Please enter a company name" }],
  [{ companyName: "x".repeat(201) }, { companyName: "A company name has at most 200 characters" }],
  [{ fullName: "" }, { fullName: "Full name is required" }],
  [{ email: "" }, { email: "Email is required" }],
  [{ email: "pat@alder" }, { email: "Invalid email address" }],
])("an invitation says what is wrong with %j", (change, byField) => {
  expect(check(change)).toEqual({ ok: false, first: Object.keys(byField)[0], byField });
});

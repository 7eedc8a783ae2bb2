import { expect, it } from "vitest";
import { checkNewUser, type TypedUser } from "./check-new-user.ts";

const TYPED: TypedUser = {
  fullName: " Kim Lee ",
  email: " kim@demo.example ",
  password: "heat-pump-7",
  companyId: "0b1f2c3d-0000-4000-8000-000000000001",
  role: "field_tech",
  snap: true,
  voice: false,
  label: true,
};

it("makes a request from the typed text", () => {
  expect(checkNewUser(TYPED, 6)).toEqual({
    ok: true,
    request: {
      full_name: "Kim Lee",
      email: "kim@demo.example",
      password: "heat-pump-7",
      company_id: TYPED.companyId,
      role: "field_tech",
      can_use_snap_agent: true,
      can_use_voice_agent: false,
      can_use_label_agent: true,
    },
  });
});

it.each([
  [{ fullName: "  " }, { fullName: "Full name is required" }],
  [{ fullName: "x".repeat(201) }, { fullName: "Full name must be at most 200 characters" }],
  [{ email: "" }, { email: "Email is required" }],
  [{ email: "kim@" }, { email: "Invalid email address" }],
  [{ password: "2long" }, { password: "Password must be at least 6 characters" }],
  [{ password: "dragon" }, { password: "Password is easy to guess: choose another one" }],
  [{ password: "1q2w3e4r5t" }, { password: "Password is easy to guess: choose another one" }],
  [{ password: "kim@demo.example" }, { password: "Password is easy to guess: choose another one" }],
  [{ password: "é1aB%".repeat(13) }, { password: "Password must be at most 72 bytes" }],
  [{ companyId: "" }, { companyId: "Please select a company for the user" }],
])("says what is wrong with %j", (change, byField) => {
  expect(checkNewUser({ ...TYPED, ...change }, 6)).toEqual({
    ok: false,
    first: Object.keys(byField)[0],
    byField,
  });
});

it("takes a password of six characters, unless the deployment asks for more", () => {
  expect(checkNewUser({ ...TYPED, password: "pump-7" }, 6)).toMatchObject({ ok: true });
  expect(checkNewUser({ ...TYPED, password: "pump-7" }, 7)).toMatchObject({
    byField: { password: "Password must be at least 7 characters" },
  });
});

it("names the form's first wrong field", () => {
  expect(checkNewUser({ ...TYPED, companyId: "", email: "?", password: "" }, 6)).toMatchObject({
    first: "email",
  });
});

import { describe, expect, it } from "vitest";
import { checkNewUser, type TypedUser } from "./check-new-user.ts";

const TYPED: TypedUser = {
  fullName: " Kim Lee ",
  email: " kim@demo.example ",
  password: "secret",
  companyId: "0b1f2c3d-0000-4000-8000-000000000001",
  role: "field_tech",
  snap: true,
  voice: false,
};

describe("checkNewUser", () => {
  it("makes the request of what was typed", () => {
    expect(checkNewUser(TYPED)).toEqual({
      ok: true,
      request: {
        full_name: "Kim Lee",
        email: "kim@demo.example",
        password: "secret",
        company_id: TYPED.companyId,
        role: "field_tech",
        can_use_snap_agent: true,
        can_use_voice_agent: false,
      },
    });
  });

  it.each([
    [{ fullName: "  " }, { fullName: "Full name is required" }],
    [{ fullName: "x".repeat(201) }, { fullName: "Full name must be at most 200 characters" }],
    [{ email: "" }, { email: "Email is required" }],
    [{ email: "kim@" }, { email: "Invalid email address" }],
    [{ password: "12345" }, { password: "Password must be at least 6 characters" }],
    [{ password: "é".repeat(37) }, { password: "Password must be at most 72 bytes" }],
    [{ companyId: "" }, { companyId: "Please select a company for the user" }],
  ])("says what is wrong with %j", (change, byField) => {
    expect(checkNewUser({ ...TYPED, ...change })).toEqual({
      ok: false,
      first: Object.keys(byField)[0],
      byField,
    });
  });

  it("names the first wrong field of the form", () => {
    expect(checkNewUser({ ...TYPED, companyId: "", email: "?", password: "" })).toMatchObject({
      first: "email",
    });
  });
});

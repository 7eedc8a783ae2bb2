import type { EarlyAccessForm } from "@contracts/new-early-access-request.ts";
import { describe, expect, it } from "vitest";
import { checkForm } from "./early-access-form.tsx";

const complete: EarlyAccessForm = {
  company: "Cascade Climate",
  name: "Pat Visitor",
  email: "pat@prospect.example",
  phone: "+1 503 555 0100",
  fieldTechCount: "5-10",
  currentCrm: "Salesforce",
};

/** A valid email address with that many characters. */
const addressOf = (length: number) => `a@${"b".repeat(length - 10)}.example`;

describe("the early-access form", () => {
  it.each([
    ["company", " \t\u00a0", "Company is required"],
    ["company", "x".repeat(201), "Company name must be less than 200 characters"],
    ["name", " ", "Name is required"],
    ["email", "pat@prospect", "Invalid email address"],
    ["phone", " ", "Phone is required"],
    ["fieldTechCount", " ", "Number of field techs is required"],
    ["currentCrm", "", "Current CRM is required"],
  ] as const)("shows for %s %j the message %s", (field, value, message) => {
    expect(checkForm({ ...complete, [field]: value })).toEqual({
      ok: false,
      messages: [message],
      first: field,
      byField: { [field]: message },
    });
  });

  it("lists both problems of an address, and shows the first beside the field", () => {
    const checked = checkForm({ ...complete, email: "x".repeat(256) });
    expect(checked).toMatchObject({
      messages: ["Invalid email address", "Email must be less than 255 characters"],
      byField: { email: "Invalid email address" },
    });
  });

  it.each([
    ["company", 200, "Company name must be less than 200 characters"],
    ["name", 100, "Name must be less than 100 characters"],
    ["email", 255, "Email must be less than 255 characters"],
    ["phone", 50, "Phone must be less than 50 characters"],
    ["currentCrm", 200, "CRM name must be less than 200 characters"],
  ] as const)("accepts and trims %s of %d characters, and says of longer ones: %s", (...row) => {
    const [field, limit, message] = row;
    const isEmail = field === "email";
    const textOf = isEmail ? addressOf : (length: number) => "x".repeat(length);
    const typed = isEmail ? textOf(limit) : ` ${textOf(limit)}\n\t`;
    expect(checkForm({ ...complete, [field]: typed })).toMatchObject({
      form: { [field]: textOf(limit) },
    });
    expect(checkForm({ ...complete, [field]: textOf(limit + 1) })).toMatchObject({
      messages: [message],
    });
  });
});

import type { EarlyAccessForm } from "@contracts/new-early-access-request.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkForm } from "./check-form.ts";

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
    ["company", "", "Company is required"],
    ["company", " \t\u00a0", "Company is required"],
    ["company", "x".repeat(201), "Company name must be less than 200 characters"],
    ["name", " ", "Name is required"],
    ["email", "", "Invalid email address"],
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

  it("shows a message for everything that is missing, in order", () => {
    const nothing = Object.fromEntries(Object.keys(complete).map((field) => [field, ""]));
    expect(checkForm({ ...complete, ...nothing })).toMatchObject({
      messages: [
        "Company is required",
        "Name is required",
        "Invalid email address",
        "Phone is required",
        "Number of field techs is required",
        "Current CRM is required",
      ],
    });
  });

  it("lists both problems of an address, and shows the first beside the field", () => {
    const checked = checkForm({ ...complete, email: "x".repeat(256) });
    expect(checked).toMatchObject({
      messages: ["Invalid email address", "Email must be less than 255 characters"],
      byField: { email: "Invalid email address" },
    });
  });

  it("accepts and trims values within every limit, and reports exactly the longer ones", () => {
    const limits = [
      ["company", 200, "Company name must be less than 200 characters"],
      ["name", 100, "Name must be less than 100 characters"],
      ["email", 255, "Email must be less than 255 characters"],
      ["phone", 50, "Phone must be less than 50 characters"],
      ["currentCrm", 200, "CRM name must be less than 200 characters"],
    ] as const;
    const lengths = fc.tuple(
      ...limits.map(([, limit]) =>
        fc.oneof(fc.constantFrom(limit, limit + 1), fc.integer({ min: 13, max: 2 * limit })),
      ),
    );
    const blanks = fc.constantFrom("", " ", "\n\t ");
    fc.assert(
      fc.property(lengths, blanks, (drawn, blank) => {
        const typed = { ...complete };
        for (const [i, [field]] of limits.entries()) {
          const length = drawn[i] ?? 0;
          typed[field] =
            field === "email" ? addressOf(length) : `${blank}${"x".repeat(length)}${blank}`;
        }
        const beyond = limits.filter(([, limit], i) => (drawn[i] ?? 0) > limit);
        const checked = checkForm(typed);
        if (checked.ok) {
          expect(beyond).toEqual([]);
          for (const [i, [field]] of limits.entries()) {
            expect(checked.form[field]).toHaveLength(drawn[i] ?? 0);
          }
        } else expect(checked.messages).toEqual(beyond.map(([, , message]) => message));
      }),
    );
  });
});

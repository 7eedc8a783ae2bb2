import { expect, it } from "vitest";
import { readPhoneNumber } from "./new-factor-form.tsx";

it.each([
  ["+1 (555) 123-45.42", "+15551234542"],
  ["0049 30/901820", "+4930901820"],
  ["555 123 4542", null],
  ["+0 555 123 4542", null],
  ["+1 555 CALL NOW", null],
  ["+1234567890123456", null],
  ["", null],
])("reads %j as %j", (written, number) => {
  expect(readPhoneNumber(written)).toBe(number);
});

import { expect, test } from "vitest";
import { passwordFault } from "../contracts/password.ts";
import { newTemporaryPassword } from "./temporary-password.ts";

const EMAIL = "tess@tests.example";

test("temporary passwords are easy to read out, follow the rule, and never come twice", () => {
  const made = Array.from({ length: 2000 }, () => newTemporaryPassword(EMAIL, 6));
  for (const password of made) {
    expect(password).toMatch(/^[a-hj-km-np-z2-9]{4}(-[a-hj-km-np-z2-9]{4}){2}$/);
    expect(passwordFault(password, EMAIL)).toBeNull();
  }
  expect(new Set(made).size).toBe(made.length);
  for (const minimum of [14, 15, 64]) {
    expect(passwordFault(newTemporaryPassword(EMAIL, minimum), EMAIL, minimum)).toBeNull();
  }
});

import { expect, test } from "vitest";
import { passwordFault } from "../contracts/password.ts";
import { newTemporaryPassword } from "./temporary-password.ts";

const EMAIL = "tess@tests.example";

test("temporary passwords are easy to read out, follow the rule, and never come twice", () => {
  const made = Array.from({ length: 2000 }, () => newTemporaryPassword(EMAIL));
  for (const password of made) {
    expect(password).toMatch(/^[a-hj-km-np-z2-9]{4}(-[a-hj-km-np-z2-9]{4}){2}$/);
    expect(passwordFault(password, EMAIL)).toBeNull();
  }
  expect(new Set(made).size).toBe(made.length);
});

test("every character is about equally likely", () => {
  const counts = new Map<string, number>();
  for (let i = 0; i < 3000; i += 1) {
    for (const character of newTemporaryPassword(EMAIL).replaceAll("-", "")) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
  }
  expect(counts.size).toBe(31);
  const usual = 36_000 / 31;
  for (const count of counts.values()) expect(Math.abs(count - usual)).toBeLessThan(usual * 0.25);
});

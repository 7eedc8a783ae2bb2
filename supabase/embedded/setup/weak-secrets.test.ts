// @module-tag rest

import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { isWeakPassword, isWeakSecret } from "./weak-secrets.ts";

const email = "boss@company.example";

test.each([
  "nine-long",
  "password-password",
  "PassW0rd-26!",
  "Field-Demo-Field-Demo",
  "ababababababab",
  "boss@company.example",
  "boss-boss-boss",
  "qwertyuiop-qwerty",
])("%s is a weak password", (password) => {
  expect(isWeakPassword({ email, password })).toBe(true);
});

test.each(["heat pumps hum at night", "c0rrect-horse-battery", "Jx7!mQz29-pV"])(
  "%s is no weak password",
  (password) => {
    expect(isWeakPassword({ email, password })).toBe(false);
  },
);

test.each([
  "only-thirty-one-characters-long",
  "super-secret-jwt-token-with-at-least-32-characters-long",
  "your-super-secret-and-long-postgres-password",
  "a1".repeat(20),
])("%s is a weak secret", (secret) => {
  expect(isWeakSecret(secret)).toBe(true);
});

test("generated secrets are not weak", () => {
  for (let i = 0; i < 1000; i++) {
    expect(isWeakSecret(randomBytes(48).toString("base64url"))).toBe(false);
  }
});

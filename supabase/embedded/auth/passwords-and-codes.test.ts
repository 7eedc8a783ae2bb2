import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { passwordFault } from "#supabase/functions/_shared/contracts/password.ts";
import { DEMO_PASSWORD } from "#supabase/seed/demo.ts";
import { clientNetwork } from "../http/network-address.ts";
import { stepOfCode } from "./factors.ts";
import { isOutdated, passwordHashes } from "./password-hashes.ts";

test.each([
  ["5char", "short"],
  ["x".repeat(73), "long"],
  ["dragon", "common"],
  ["QwertyUiop", "common"],
  ["ababababababab", "common"],
  ["PassW0rd-26!", "common"],
  ["boss@company.example", "common"],
])("the rule for new passwords refuses %s for being %s", (password, fault) => {
  expect(passwordFault(password, "boss@company.example")).toBe(fault);
});

test.each(["pump-7", "c0rrect-horse", "Jx7!mQz29-", "my password is a sentence", DEMO_PASSWORD])(
  "the rule for new passwords accepts %s",
  (password) => {
    expect(passwordFault(password, "boss@company.example")).toBeNull();
  },
);

const hashes = passwordHashes();

test("password hashes are made by Argon2id; those of bcrypt are still accepted, and count as outdated", async () => {
  const made = await hashes.make("field-demo");
  expect(made).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/);
  // As an earlier Auth server and a hosted project make it.
  const kept = "$2b$04$kgdpZCeiCH31MNL3JnILf.cz8uFexUJZ9wgGWfJ8mvkSFU2pzUeBW";
  for (const hash of [made, kept]) {
    expect(await hashes.fits("field-demo", hash)).toBe(true);
    expect(await hashes.fits("field-dem0", hash)).toBe(false);
    expect(isOutdated(hash)).toBe(hash === kept);
  }
});

test("password hashes wait for their turn, and are refused when too many wait", async () => {
  const stored = await hashes.make("heat pumps hum");
  const asked = Array.from({ length: 300 }, () => hashes.fits("wrong", stored));
  const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThan(100);
  expect(refused.length).toBeLessThan(200);
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["[2001:db8::1]", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["unknown", "unknown"],
])("the network of %s is %s", (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

const STEP = 30_000;
const secret = Secret.fromLatin1("12345678901234567890").base32;

// From appendix B, for SHA-1: an app shows the last six of its digits.
test("a code of an authenticator app is that of RFC 6238, with or without spaces around it", () => {
  for (const code of ["081804", " 081804 "]) {
    expect(stepOfCode(secret, code, 1_111_111_109_000)).toBe(37_037_036);
  }
});

test("a code of an authenticator app is accepted one step too early or too late, and no further", () => {
  for (const within of [0, 1, STEP / 2, STEP - 1]) {
    const start = 59_000_000 * STEP;
    const found = [-2, -1, 0, 1, 2].map((steps) => {
      const timestamp = start + steps * STEP;
      const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
      return stepOfCode(secret, code, start + within);
    });
    expect(found).toEqual([null, 58_999_999, 59_000_000, 59_000_001, null]);
  }
});

test.each(["", "12345", "1234567", "12 456", "abcdef", "１２３４５６", "-12345", "1e5000"])(
  "a code of an authenticator app is never accepted as %j",
  (code) => {
    expect(stepOfCode(secret, code, 0)).toBeNull();
  },
);

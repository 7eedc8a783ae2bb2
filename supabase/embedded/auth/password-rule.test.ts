import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, test } from "vitest";
import { COMMON_PASSWORDS } from "#supabase/functions/_shared/contracts/common-passwords.ts";
import { PASSWORD_MINIMUM, passwordFault } from "#supabase/functions/_shared/contracts/password.ts";
import { DEMO_PASSWORD } from "#supabase/seed/demo.ts";
import { networkOf } from "./network-of.ts";
import { isOutdated, passwordHashes } from "./password-hashes.ts";

describe("the rule for new passwords", () => {
  test.each([
    ["nine-long", "short"],
    ["x".repeat(73), "long"],
    ["qwertyuiop", "common"],
    ["QwertyUiop", "common"],
    ["ababababababab", "common"],
    ["PassW0rd-26!", "common"],
    ["boss@company.example", "common"],
    ["company.example1", "common"],
  ])("refuses %s for being %s", (password, fault) => {
    expect(passwordFault(password, "boss@company.example")).toBe(fault);
  });

  test.each([
    "heat pumps hum",
    "c0rrect-horse",
    "Jx7!mQz29-",
    "my password is a sentence",
    DEMO_PASSWORD,
  ])("accepts %s", (password) => {
    expect(passwordFault(password, "boss@company.example")).toBeNull();
  });

  test("knows the most common passwords that its package lists", () => {
    const commonest = (dictionary as Record<string, readonly (string | number)[]>)[
      "passwords-common"
    ];
    const listed = (commonest ?? []).map((password) => String(password).toLowerCase());
    const longEnough = listed.filter((password) => password.length >= PASSWORD_MINIMUM);
    expect([...COMMON_PASSWORDS]).toEqual([...new Set(longEnough)]);
  });
});

describe("password hashes", () => {
  const hashes = passwordHashes();

  test("are made by Argon2id, and match only the password they were made of", async () => {
    const made = await hashes.make("heat pumps hum");
    expect(made).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/);
    expect(await hashes.fits("heat pumps hum", made)).toBe(true);
    expect(await hashes.fits("heat pumps hiss", made)).toBe(false);
    expect(isOutdated(made)).toBe(false);
  });

  test("of bcrypt are still accepted, and count as outdated", async () => {
    // The hash of "field-demo" as an earlier Auth server and a hosted project make it.
    const kept = "$2b$04$kgdpZCeiCH31MNL3JnILf.cz8uFexUJZ9wgGWfJ8mvkSFU2pzUeBW";
    expect(await hashes.fits("field-demo", kept)).toBe(true);
    expect(await hashes.fits("field-dem0", kept)).toBe(false);
    expect(isOutdated(kept)).toBe(true);
  });

  test("wait for their turn, and are refused when too many wait", async () => {
    const stored = await hashes.make("heat pumps hum");
    const asked = Array.from({ length: 300 }, () => hashes.fits("wrong", stored));
    const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === "rejected");
    expect(refused.length).toBeGreaterThan(100);
    expect(refused.length).toBeLessThan(200);
  });
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["[2001:db8::1]", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["unknown", "unknown"],
])("the network of %s is %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

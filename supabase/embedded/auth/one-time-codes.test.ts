// @module-tag rest

import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { stepOfCode } from "./totp.ts";

const STEP = 30_000;

describe("a code", () => {
  const secret = Secret.fromLatin1("12345678901234567890").base32;

  // The codes of RFC 6238, appendix B, for SHA-1, of which an app shows the last six digits.
  test.each([
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ])("at %d seconds is that of RFC 6238", (seconds, digits) => {
    const step = Math.floor(seconds / 30);
    expect(stepOfCode(secret, digits.slice(-6), seconds * 1000)).toBe(step);
    expect(stepOfCode(secret, ` ${digits.slice(-6)} `, seconds * 1000)).toBe(step);
  });

  test("is accepted one step too early or too late, and no further", () => {
    for (const within of [0, 1, STEP / 2, STEP - 1]) {
      const start = 59_000_000 * STEP;
      const found = [-2, -1, 0, 1, 2].map((steps) => {
        const code = TOTP.generate({
          secret: Secret.fromBase32(secret),
          timestamp: start + steps * STEP,
        });
        return stepOfCode(secret, code, start + within);
      });
      expect(found).toEqual([null, 58_999_999, 59_000_000, 59_000_001, null]);
    }
  });

  test.each(["", "12345", "1234567", "12 456", "abcdef", "１２３４５６", "-12345", "1e5000"])(
    "is never accepted as %j",
    (code) => {
      expect(stepOfCode(secret, code, 0)).toBeNull();
    },
  );
});

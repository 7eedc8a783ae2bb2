import { expect, test } from "vitest";
import { readClientAddress } from "./client-address.ts";

const spoofed = {
  "x-forwarded-for": "198.51.100.1",
  "x-real-ip": "198.51.100.1",
  forwarded: "for=198.51.100.1",
  "true-client-ip": "198.51.100.1",
};

test.each([
  ["203.0.113.9", "203.0.113.9"],
  [" 2001:db8::9 ", "2001:db8::9"],
  ["::ffff:203.0.113.9", "::ffff:203.0.113.9"],
  [undefined, null],
  ["", null],
  ["203.0.113.9, 198.51.100.1", null],
  ["203.0.113.9:443", null],
  ["<script>", null],
  ["1".repeat(10_000), null],
])(
  "a header with %j gives the address %j, whatever other headers a client sends",
  (told, address) => {
    const headers = new Headers(spoofed);
    if (told !== undefined) headers.set("cf-connecting-ip", told);
    expect(readClientAddress(headers)).toBe(address);
  },
);

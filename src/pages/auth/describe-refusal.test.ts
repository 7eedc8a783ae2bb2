import { expect, it } from "vitest";
import { describeRefusal } from "./describe-refusal.tsx";

type Refusal = Parameters<typeof describeRefusal>[0];

it.each<[string, Refusal, string]>([
  [
    "tells a suspended person whom to ask",
    { kind: "suspended" },
    "Your account is suspended. Ask your administrator.",
  ],
  [
    "tells whom to ask when a temporary password has expired",
    { kind: "expired-password" },
    "This temporary password has expired. Ask your administrator for another one.",
  ],
  [
    "says when a person may try again after too many attempts",
    { kind: "paused", seconds: 30 },
    "Too many attempts. Try again in 30 seconds.",
  ],
  ["passes on the server's message", { kind: "refused", message: "Not now" }, "Not now"],
])("%s", (_, refusal, words) => {
  expect(describeRefusal(refusal, true)).toBe(words);
});

it("asks a new device to connect to the internet once", () => {
  expect(describeRefusal({ kind: "unreachable" }, false)).toBe(
    "Connect to the internet once to sign in on this device.",
  );
  expect(describeRefusal({ kind: "unreachable" }, true)).not.toContain("once");
});

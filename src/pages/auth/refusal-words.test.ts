import { describe, expect, it } from "vitest";
import { refusalWords } from "./refusal-words.ts";

describe("refusalWords", () => {
  it("tells a suspended person whom to ask", () => {
    expect(refusalWords({ kind: "suspended" }, true)).toBe(
      "Your account is suspended. Ask your administrator.",
    );
  });

  it("asks a new device to connect to the internet once", () => {
    expect(refusalWords({ kind: "unreachable" }, false)).toBe(
      "Connect to the internet once to sign in on this device.",
    );
    expect(refusalWords({ kind: "unreachable" }, true)).not.toContain("once");
  });

  it("does not say whether the email or the password is wrong", () => {
    expect(refusalWords({ kind: "wrong-credentials" }, true)).toBe("Email or password is wrong.");
  });

  it("says when a person may try again after too many attempts", () => {
    expect(refusalWords({ kind: "paused", seconds: 30 }, true)).toBe(
      "Too many attempts. Try again in 30 seconds.",
    );
  });

  it("passes on the server's message", () => {
    expect(refusalWords({ kind: "refused", message: "Not now" }, true)).toBe("Not now");
  });
});

import { describe, expect, it } from "vitest";
import { reasonWords } from "./reason-words.ts";

const reason = (code: string) => ({ code, message: "What the server said." });

describe("reasonWords", () => {
  it("gives its own sentence for a known code, whatever the server said", () => {
    const words = reasonWords({ state: "needs-attention", reason: reason("too_large") });
    expect(words).toBe("It is too large for the server. Export it to keep it.");
  });

  it("gives the server's own words for an unknown code", () => {
    const words = reasonWords({ state: "needs-attention", reason: reason("next_years_code") });
    expect(words).toBe("What the server said.");
  });

  it("is null while a new attempt is made", () => {
    expect(reasonWords({ state: "sending", reason: reason("ai_not_configured") })).toBeNull();
  });

  it("is null if nothing went wrong", () => {
    expect(reasonWords({ state: "queued", reason: null })).toBeNull();
  });
});

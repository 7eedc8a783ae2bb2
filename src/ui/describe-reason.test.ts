import { expect, it } from "vitest";
import { describeReason } from "./describe-item.ts";

const because = (code: string) => ({ code, message: "What the server said." });

it.each([
  ["too_large", "It is too large for the server. Export it to keep it."],
  ["next_years_code", "What the server said."],
])(
  "describeReason has a sentence for the code '%s', and else that of the server",
  (code, words) => {
    expect(describeReason({ state: "needs-attention", reason: because(code) })).toBe(words);
  },
);

it("describeReason is null if nothing went wrong, and while a new attempt is made", () => {
  expect(describeReason({ state: "queued", reason: null })).toBeNull();
  expect(describeReason({ state: "sending", reason: because("ai_not_configured") })).toBeNull();
});

import { itemStateSchema } from "@contracts/item-state.ts";
import { expect, it } from "vitest";
import { describeReason, describeStatus } from "./describe-item.ts";

const reason = (code: string) => ({ code, message: "What the server said." });

it.each([
  ["queued", "Waiting to send"],
  ["waiting", "Waiting to send"],
  ["sending", "Sending"],
  ["needs-sign-in", "Sign in to send"],
  ["needs-attention", "Needs your attention"],
] as const)("words the state %s", (state, words) => {
  expect(describeStatus({ state, reason: null })).toBe(words);
  expect(itemStateSchema.options).toHaveLength(5);
});

it("says that it waits for a provider and not for the network", () => {
  const item = { state: "waiting", reason: reason("ai_not_configured") } as const;
  expect(describeStatus(item)).toBe("Waiting for transcription to be set up");
  const photo = { ...item, payload: { kind: "photo" } };
  expect(describeStatus(photo)).toBe("Waiting for image analysis to be set up");
});

it("does not show the reason of an old attempt during a new one", () => {
  const item = { state: "sending", reason: reason("ai_not_configured") } as const;
  expect(describeStatus(item)).toBe("Sending");
});

it.each([
  ["too_large", "It is too large for the server. Export it to keep it."],
  ["next_years_code", "What the server said."],
])(
  "describeReason has a sentence for the code '%s', and else that of the server",
  (code, words) => {
    expect(describeReason({ state: "needs-attention", reason: reason(code) })).toBe(words);
  },
);

it("describeReason is null if nothing went wrong, and while a new attempt is made", () => {
  expect(describeReason({ state: "queued", reason: null })).toBeNull();
  expect(describeReason({ state: "sending", reason: reason("ai_not_configured") })).toBeNull();
});

import { expect, it } from "vitest";
import { refusalMessage } from "../outcome.ts";
import { asPerson } from "./table-requests.ts";

const auth = {
  recent: async () => ({ kind: "token", accessToken: "token", user: { id: "me" } }),
  refresh: async () => ({ kind: "none" }),
} as unknown as Parameters<typeof asPerson>[0];

const refusing =
  (hint: string | null, status = 403, code = "42501") =>
  () => ({
    setHeader: async () => ({
      data: null,
      status,
      count: null,
      error: { code, message: "No.", details: "", hint } as never,
    }),
  });

it.each([
  ["of a policy", null, "42501"],
  ["of a trigger", "refused_by_rule", "refused_by_rule"],
  ["for lack of a second factor", "second_factor_required", "second_factor_required"],
  ["with advice for developers", "No function matches the given name.", "42501"],
])("tells a refusal %s by its code", async (__, hint, code) => {
  const outcome = await asPerson(auth)("me", refusing(hint), (data) => data);
  expect(outcome).toEqual({ kind: "never", code, message: "No." });
});

it.each([
  ["the database", 500, "XX000", "No."],
  ["a server before it", 503, "", "Unexpected reply (503)"],
  ["nobody", 0, "", null],
])("knows what %s answered", async (_, status, code, answered) => {
  const outcome = await asPerson(auth)("me", refusing(null, status, code), (data) => data);
  expect(refusalMessage(outcome)).toBe(answered);
});

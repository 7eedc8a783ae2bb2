import { expect, it, vi } from "vitest";
import { personRow } from "#tests/support/rows.ts";
import type { Outcome } from "../backend/outcome.ts";
import { readResets, resetPerson } from "./account-resets.ts";

const TAYLOR = personRow();

/** A command whose backend gives this answer to everything. */
function command(answer: Outcome<unknown>) {
  const ask = vi.fn().mockResolvedValue(answer);
  const input = {
    db: { personId: "administrator" },
    backend: { functions: { resetUser: ask }, accountResets: { latestOf: ask } },
    now: () => 0,
  };
  return {
    ask,
    input: input as unknown as Parameters<typeof resetPerson>[0] & Parameters<typeof readResets>[0],
  };
}

it("passes the server's answer on, which nothing else holds", async () => {
  const reply = { action: "remove_factors", removed: 1 };
  const { ask, input } = command({ kind: "ok", value: reply });
  expect(await resetPerson(input, TAYLOR, "remove_factors")).toEqual({ kind: "done", reply });
  expect(ask).toHaveBeenCalledExactlyOnceWith(
    { user_id: TAYLOR.id, action: "remove_factors" },
    expect.objectContaining({ personId: "administrator" }),
  );
});

it("says that it may have been done when no answer came", async () => {
  const lost = { kind: "later", cause: "network", code: "", message: "", retryAfterMs: null };
  const { input } = command(lost as Outcome<never>);
  expect(await resetPerson(input, TAYLOR, "temporary_password")).toMatchObject({
    kind: "failed",
    message: expect.stringContaining("may or may not be done"),
  });
  expect(await readResets(input, TAYLOR)).toBeNull();
});

it("shows why the server refused it", async () => {
  const message = "Ask a super administrator to do this for administrators.";
  const { input } = command({ kind: "never", code: "forbidden", message });
  expect(await resetPerson(input, TAYLOR, "temporary_password")).toEqual({
    kind: "failed",
    message,
  });
});

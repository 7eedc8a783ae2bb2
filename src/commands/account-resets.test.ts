import { expect, it } from "vitest";
import { personRow } from "#tests/support/rows.ts";
import { unreachable } from "../backend/outcome.ts";
import { readResets, resetPerson } from "./account-resets.ts";

it("a reset that gets no answer may have been done, and says so", async () => {
  const ask = async () => unreachable();
  const command = {
    db: { personId: "administrator" },
    backend: { functions: { resetUser: ask }, accountResets: { latestOf: ask } },
    now: () => 0,
  } as unknown as Parameters<typeof resetPerson>[0] & Parameters<typeof readResets>[0];
  expect(await resetPerson(command, personRow(), "temporary_password")).toMatchObject({
    kind: "failed",
    message: expect.stringContaining("may or may not be done"),
  });
  expect(await readResets(command, personRow())).toBeNull();
});

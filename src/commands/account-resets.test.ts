import { expect, it } from "vitest";
import { personRow } from "#tests/support/rows.ts";
import { unreachable } from "../backend/outcome.ts";
import { resetPerson } from "./account-resets.ts";

it("a reset that gets no answer may have been done, and says so", async () => {
  const ask = async () => unreachable();
  const command = {
    db: { personId: "administrator" },
    backend: { functions: { resetUser: ask } },
    now: () => 0,
  } as unknown as Parameters<typeof resetPerson>[0];
  expect(await resetPerson(command, personRow(), "temporary_password")).toMatchObject({
    kind: "failed",
    message: expect.stringContaining("may or may not be done"),
  });
});

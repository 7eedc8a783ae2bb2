import { beforeAll, describe, test } from "vitest";
import { callers } from "../expected/expectations.ts";
import { type Watch, watch } from "../world/effect.ts";
import { WRITE_OPERATIONS } from "../world/row-ownership.ts";
import { expectHeld, trySelect, tryWrite } from "../world/row-trials.ts";
import { tableNames } from "../world/tables.ts";
import type { World } from "../world/world.ts";

/** Every table × person × operation × standing of the row, checked against the expectations. */
export function checkRows(world: () => World): void {
  describe.each(tableNames)("%s", (table) => {
    let watched: Watch;
    beforeAll(async () => {
      watched = await watch(world(), table);
    });

    describe.each(callers)("%s", (caller) => {
      test("selects", () => expectHeld(trySelect(world(), table, caller, watched)));

      test.each(WRITE_OPERATIONS)("%ss", (operation) =>
        expectHeld(tryWrite(world(), table, caller, operation, watched)),
      );
    });
  });
}

import { beforeAll, describe, expect, test } from "vitest";
import { callers } from "../expected/expectations.ts";
import { type Watch, watch } from "../world/effect.ts";
import { WRITE_OPERATIONS } from "../world/row-ownership.ts";
import { trySelect, tryWrite } from "../world/row-trials.ts";
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
      test("selects", async () => {
        const { found, expected } = await trySelect(world(), table, caller, watched);
        expect(found).toEqual(expected);
      });

      test.each(WRITE_OPERATIONS)("%ss", async (operation) => {
        const { found, expected } = await tryWrite(world(), table, caller, operation, watched);
        expect(found).toEqual(expected);
      });
    });
  });
}

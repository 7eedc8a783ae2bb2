import { beforeAll, describe, expect, test } from "vitest";
import { reach, tableNames } from "../expected/expectations.ts";
import { type Watch, watch } from "../world/effect.ts";
import { actorNames } from "../world/people.ts";
import { WRITE_OPERATIONS } from "../world/row-ownership.ts";
import { trySelect, tryWrite } from "../world/row-trials.ts";
import type { World } from "../world/world.ts";

/** Every table × person × operation × standing of the row, checked against `reach`. */
export function checkRows(world: () => World): void {
  describe.each(tableNames)("%s", (table) => {
    let watched: Watch;
    beforeAll(async () => {
      watched = await watch(world(), table);
    });

    test("has an expectation for every person", () => {
      expect(Object.keys(reach[table])).toEqual(["anon", ...actorNames]);
    });

    describe.each(["anon", ...actorNames] as const)("%s", (actor) => {
      test("selects", async () => {
        const { found, expected } = await trySelect(world(), table, actor, watched);
        expect(found).toEqual(expected);
      });

      test.each(WRITE_OPERATIONS)("%ss", async (operation) => {
        const { found, expected } = await tryWrite(world(), table, actor, operation, watched);
        expect(found).toEqual(expected);
      });
    });
  });
}

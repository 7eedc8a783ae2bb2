import { describe, expect, test } from "vitest";
import { takeSnapshot } from "../world/effect.ts";
import { callFunction, plantedPerson } from "../world/newcomers.ts";
import type { World } from "../world/world.ts";

/** Who may create and delete people by the functions of administrators. */
export function checkAdministratorFunctions(world: () => World): void {
  const north = () => world().companies.north;
  const colleague = () => world().idOf("northColleague");
  const newPerson = () => plantedPerson(north());

  describe("a function of administrators", () => {
    test("creates and deletes nobody when a technician calls it", async () => {
      const token = world().tokenOf("technician");
      const before = await takeSnapshot(world(), "profiles");
      const replies = [
        await callFunction(world(), token, "create-user", newPerson()),
        await callFunction(world(), token, "delete-user", { user_id: colleague() }),
      ];
      expect(replies.map(({ status }) => status)).toEqual([403, 403]);
      expect(await takeSnapshot(world(), "profiles")).toEqual(before);
    });

    test("creates and deletes a person of the caller's company when an administrator calls it", async () => {
      const token = world().tokenOf("admin");
      const created = await callFunction(world(), token, "create-user", newPerson());
      expect(created.status).toBe(200);
      const { user } = await created.json();
      const path = `profiles?id=eq.${user.id}`;
      expect((await world().as("admin", "GET", path)).rows).toMatchObject([
        { full_name: "Planted", company_id: north(), can_use_voice_agent: true },
      ]);
      const deleted = await callFunction(world(), token, "delete-user", { user_id: user.id });
      expect([deleted.status, await deleted.json()]).toEqual([200, { success: true }]);
      expect((await world().asServer("GET", path)).rows).toEqual([]);
    });
  });
}

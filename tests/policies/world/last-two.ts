import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { addNewcomer, type Newcomer, removeNewcomers } from "./newcomers.ts";
import type { World } from "./world.ts";

const CHIEFS = ["superAdmin", "northChief", "southChief"] as const;

/**
 * Before every test of a group, creates two people who are the only active super administrators.
 * The world's own super administrators lose the role during the group.
 */
export function useLastTwo(world: () => World) {
  let one: Newcomer;
  let two: Newcomer;
  /** A third super administrator, who takes the role while the two do not exist. */
  let standIn: Newcomer;
  const setRole = (id: string, role: string) =>
    world().asServer("PATCH", `user_roles?user_id=eq.${id}`, { body: { role } });

  beforeAll(async () => {
    standIn = await addNewcomer(world(), "super_admin");
    for (const chief of CHIEFS) await setRole(world().idOf(chief), "admin");
  });
  beforeEach(async () => {
    one = await addNewcomer(world(), "super_admin");
    two = await addNewcomer(world(), "super_admin");
    await setRole(standIn.id, "admin");
  });
  afterEach(async () => {
    await setRole(standIn.id, "super_admin");
    await removeNewcomers(world(), [one, two]);
  });
  afterAll(async () => {
    for (const chief of CHIEFS) await setRole(world().idOf(chief), "super_admin");
    await removeNewcomers(world(), [standIn]);
  });

  return {
    one: () => one,
    two: () => two,
    /** Those of the two who are still active super administrators. */
    async left(): Promise<Newcomer[]> {
      const ids = `${one.id},${two.id}`;
      const among = async (path: string) => (await world().asServer("GET", path)).rows;
      const roles = await among(`user_roles?role=eq.super_admin&user_id=in.(${ids})`);
      const active = await among(`profiles?status=eq.active&id=in.(${ids})`);
      return [one, two].filter(
        ({ id }) => roles.some((row) => row.user_id === id) && active.some((row) => row.id === id),
      );
    },
  };
}

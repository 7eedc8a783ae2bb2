import { describe, expect, test } from "vitest";
import { useLastTwo } from "../world/last-two.ts";
import { callFunction, type Newcomer } from "../world/newcomers.ts";
import { authAdmin, send } from "../world/rest.ts";
import type { World } from "../world/world.ts";

/**
 * Checks that a super administrator who can sign in always remains, and that nobody suspends
 * themselves. `locks.ts` tries two removals at the same time.
 */
export function checkLastSuperAdmin(world: () => World): void {
  describe("the super administrators", () => {
    const { one, two, left } = useLastTwo(world);

    const rest = async (as: string, method: "PATCH" | "DELETE", path: string, body?: object) => {
      const reply = await send(world().backend, as, method, path, body ? { body } : {});
      return { status: reply.status, message: reply.message };
    };
    const removals = {
      suspends: (as: string, person: Newcomer) =>
        rest(as, "PATCH", `profiles?id=eq.${person.id}`, { status: "suspended" }),
      demotes: (as: string, person: Newcomer) =>
        rest(as, "PATCH", `user_roles?user_id=eq.${person.id}`, { role: "field_tech" }),
      "takes the role of": (as: string, person: Newcomer) =>
        rest(as, "DELETE", `user_roles?user_id=eq.${person.id}`),
      deletes: async (as: string, person: Newcomer) => {
        const reply =
          as === "service"
            ? await authAdmin(world().backend, "DELETE", `users/${person.id}`)
            : await callFunction(world(), as, "delete-user", { user_id: person.id });
        const { error, msg } = await reply.json();
        return { status: reply.status, message: error?.message ?? msg ?? null };
      },
    };
    const ways = Object.keys(removals) as (keyof typeof removals)[];

    test.each(ways)("lose one whom another one %s, but never the last", async (way) => {
      const first = await removals[way](one().token, two());
      expect(first.status).toBeLessThan(300);
      expect(await left()).toEqual([one()]);
      const second = await removals[way]("service", one());
      // Like hosted Auth, the backend says only that the deletion failed.
      expect(second.status).toBe(way === "deletes" ? 500 : 403);
      if (way !== "deletes") expect(second.message).toMatch(/^The last active super admin.+\.$/);
      expect(await left()).toEqual([one()]);
    });

    test("cannot all be suspended with one statement", async () => {
      const all = await rest("service", "PATCH", `profiles?id=in.(${one().id},${two().id})`, {
        status: "suspended",
      });
      expect(all.status).toBe(403);
      expect(await left()).toEqual([one(), two()]);
    });

    test("keep one when the other one is already suspended", async () => {
      expect((await removals.suspends(one().token, two())).status).toBeLessThan(300);
      expect((await removals.demotes("service", two())).status).toBeLessThan(300);
      expect((await removals.demotes("service", one())).status).toBe(403);
      expect(await left()).toEqual([one()]);
    });
  });

  test.each(["admin", "superAdmin"] as const)("%s cannot suspend themselves", async (actor) => {
    const path = `profiles?id=eq.${world().idOf(actor)}`;
    const reply = await world().as(actor, "PATCH", path, { body: { status: "suspended" } });
    expect(reply).toMatchObject({
      status: 403,
      code: "42501",
      message: "You cannot suspend yourself.",
      hint: "refused_by_rule",
    });
    expect((await world().asServer("GET", path)).rows).toMatchObject([{ status: "active" }]);
  });
}

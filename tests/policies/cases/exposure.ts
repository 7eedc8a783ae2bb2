import { describe, expect, test } from "vitest";
import { POLICY_FUNCTIONS } from "../expected/functions.ts";
import type { World } from "../world/world.ts";

/** Checks that REST shows nothing besides the tables and functions of the expectations. */
export function checkExposure(world: () => World): void {
  const callers = ["anon", "technician", "superAdmin"] as const;

  describe("REST", () => {
    test.each([
      ["auth", "users"],
      ["auth", "refresh_tokens"],
      ["storage", "objects"],
      ["private", "seeds"],
      ["private", "webhook_secrets"],
      ["pg_catalog", "pg_authid"],
      ["information_schema", "tables"],
      ["supabase_migrations", "schema_migrations"],
    ])("has no way into %s.%s", async (schema, table) => {
      for (const caller of callers) {
        const named = await world().as(caller, "GET", table, {
          headers: { "accept-profile": schema },
        });
        expect([caller, named.rows]).toEqual([caller, []]);
        expect(named.code).not.toBeNull();
        const dotted = await world().as(caller, "GET", `${schema}.${table}`);
        expect(dotted.code).not.toBeNull();
      }
    });

    test.each(POLICY_FUNCTIONS)("offers no way to call private.%s", async (name) => {
      for (const caller of callers) {
        for (const headers of [{}, { "content-profile": "private" }]) {
          const reply = await world().as(caller, "POST", `rpc/${name}`, { body: {}, headers });
          expect([404, 406]).toContain(reply.status);
        }
      }
    });
  });
}

import { describe, expect, test } from "vitest";
import { tableNames } from "../expected/expectations.ts";
import { POLICY_FUNCTIONS } from "../expected/expected-functions.ts";
import type { World } from "../world/world.ts";

/** Checks that REST shows nothing besides the tables and functions of the expectations. */
export function checkExposure(world: () => World): void {
  const callers = ["anon", "technician", "superAdmin"] as const;

  describe("REST", () => {
    test.each(tableNames)("shows nothing of %s without a key", async (table) => {
      const reply = await fetch(`${world().backend.url}/rest/v1/${table}`);
      expect(reply.status).toBe(401);
      expect(await reply.text()).not.toContain(world().companies.north);
    });

    test("accepts no token that somebody altered", async () => {
      const [header = "", payload = "", signature = ""] = world().tokenOf("technician").split(".");
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
      const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
      const raised = encode({ ...claims, role: "service_role" });
      const another = encode({ ...claims, sub: world().idOf("superAdmin") });
      const unsigned = encode({ alg: "none", typ: "JWT" });
      for (const token of [
        `${header}.${raised}.${signature}`,
        `${header}.${another}.${signature}`,
        `${unsigned}.${raised}.`,
      ]) {
        const reply = await fetch(`${world().backend.url}/rest/v1/profiles`, {
          headers: { apikey: world().backend.publishableKey, authorization: `Bearer ${token}` },
        });
        expect(reply.status).toBe(401);
      }
    });

    test.each([
      ["auth", "users"],
      ["auth", "refresh_tokens"],
      ["storage", "objects"],
      ["private", "seeds"],
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

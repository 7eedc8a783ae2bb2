import { describe, expect, test } from "vitest";
import type { Sql } from "../world/run-as.ts";
import type { World } from "../world/world.ts";

/**
 * What happens in the tables when a user is changed or deleted. By SQL: REST does not offer users.
 */
export function checkUsers(world: () => World, sql: () => Sql): void {
  const count = async (table: string, condition: string) =>
    Number((await sql()(`select count(*) as n from public.${table} where ${condition}`))[0]?.n);

  describe("a user", () => {
    test("who gets another address has it in their profile", async () => {
      const id = world().idOf("northColleague");
      await sql()(`update auth.users set email = 'moved@policies.example' where id = '${id}'`);
      expect(await count("profiles", `id = '${id}' and email = 'moved@policies.example'`)).toBe(1);
    });

    test("who is deleted leaves only their logs, to the company", async () => {
      const id = world().idOf("northColleague");
      const logsOfNorth = `company_id = '${world().companies.north}'`;
      const before = {
        logs: await count("agent_logs", logsOfNorth),
        details: await count("detailed_agent_logs", logsOfNorth),
      };
      await sql()(`delete from auth.users where id = '${id}'`);
      expect({
        logs: await count("agent_logs", logsOfNorth),
        details: await count("detailed_agent_logs", logsOfNorth),
      }).toEqual(before);
      expect(before.logs * before.details).toBeGreaterThan(0);
      expect(await count("profiles", `id = '${id}'`)).toBe(0);
      for (const table of [
        ...["user_roles", "agent_requests", "agent_logs", "detailed_agent_logs"],
        ...["label_agent_conversations", "ask_agent_conversations"],
      ]) {
        expect(await count(table, `user_id = '${id}'`)).toBe(0);
      }
    });
  });
}

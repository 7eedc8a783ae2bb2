import { beforeEach, describe, expect, it } from "vitest";
import { clearDevice, startApp, stubBrowser } from "#tests/support/auth/app-start.ts";
import { ModelAuthServer, type ModelPerson } from "#tests/support/auth/model-auth-server.ts";

let server: ModelAuthServer;

beforeEach(async () => {
  server = new ModelAuthServer();
  stubBrowser(server);
  await clearDevice();
});

describe("the data that a person saw as an administrator", () => {
  const company = crypto.randomUUID();

  async function seen(person: ModelPerson): Promise<number> {
    const { PersonDatabase } = await import("../mirror/person/person-database.ts");
    const db = new PersonDatabase(person.id);
    const count = await db.submissions.count();
    db.close();
    return count;
  }
  async function see(person: ModelPerson): Promise<void> {
    const { PersonDatabase } = await import("../mirror/person/person-database.ts");
    const { mirroredList } = await import("../mirror/person/lists/mirrored-list.ts");
    const db = new PersonDatabase(person.id);
    const words = { name: "Lee", email: "lee@lead.test", phone: "1", current_crm: "None" };
    const lead = { ...words, company: "Lead", field_tech_count: "5", created_at: "2026-01-01" };
    await mirroredList(db.submissions).put(
      { ...lead, id: crypto.randomUUID(), status: "new", notes: null },
      Date.now(),
    );
    db.close();
  }

  it.each<[string, Partial<ModelPerson>, number]>([
    ["stays while their role and company stay the same", {}, 1],
    ["is deleted when they become a technician", { role: "field_tech" }, 0],
    ["is deleted when they move to another company", { companyId: crypto.randomUUID() }, 0],
  ])("%s", async (_, change, left) => {
    const boss = server.add({ email: "boss@example.test", role: "admin", companyId: company });
    const app = await startApp();
    await app.signIn(boss.email, "secret");
    await see(boss);
    Object.assign(boss, change);
    await app.refreshIdentity();
    expect([await seen(boss), app.identity()?.role]).toEqual([left, boss.role]);
  });

  it("is deleted when they sign in again as a technician", async () => {
    const boss = server.add({ email: "boss@example.test", role: "admin", companyId: company });
    const app = await startApp();
    await app.signIn(boss.email, "secret");
    await see(boss);
    await app.signOut();
    boss.role = "field_tech";
    await app.signIn(boss.email, "secret");
    expect(await seen(boss)).toBe(0);
  });
});

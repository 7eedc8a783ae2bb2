import { beforeAll, beforeEach, expect, test } from "vitest";
import { createWithRole } from "#tests/support/administrators.ts";
import { benchForTests, type Technician } from "#tests/support/agent-bench.ts";
import { refusalSchema } from "../_shared/contracts/refusal.ts";
import { createHandler } from "./handler.ts";

const bench = benchForTests();
let admin: Technician;
let boss: Technician;
let tess: Technician;
beforeAll(async () => {
  admin = await createWithRole(bench, "admin");
  boss = await createWithRole(bench, "super_admin");
});
beforeEach(async () => {
  tess = await createWithRole(bench, "field_tech", admin);
});

const remove = (caller: Technician, id: string, ports = bench.ports()) =>
  bench.call(createHandler, "delete-user", { user_id: id }, { caller, ports });

async function refused(caller: Technician, id: string, ports = bench.ports()) {
  const before = await everybody();
  const reply = await remove(caller, id, ports);
  expect(await everybody()).toEqual(before);
  return { status: reply.status, ...refusalSchema.parse(await reply.json()).error };
}

const everybody = () =>
  bench.backend.sql(
    `select u.id, p.status, r.role from auth.users u
       left join public.profiles p on p.id = u.id
       left join public.user_roles r on r.user_id = u.id order by u.id`,
  );
const exists = async (person: Technician) =>
  (await bench.backend.sql("select from auth.users where id = $1", [person.id])).length > 0;

test("an administrator deletes a person of their company, whose work stays", async () => {
  const { sql } = bench.backend;
  await sql(
    "insert into public.agent_logs (user_id, agent_type, input_type) values ($1, 'voice', 'voice')",
    [tess.id],
  );
  await sql(
    `insert into public.knowledge_base
         (file_name, file_path, company_id, uploaded_by, kind, size_bytes)
       values ('a.pdf', $2, $3, $1, 'pdf', 1)`,
    [tess.id, `${tess.companyId}/a.pdf`, tess.companyId],
  );
  const reply = await remove(admin, tess.id.toUpperCase());
  expect(reply.status).toBe(200);
  expect(await reply.json()).toEqual({ success: true });
  expect(await exists(tess)).toBe(false);
  const left = (person: string, table: string) =>
    sql(`select ${person} as person from public.${table} where company_id = $1`, [tess.companyId]);
  expect(await left("user_id", "agent_logs")).toEqual([{ person: null }]);
  expect(await left("uploaded_by", "knowledge_base")).toEqual([{ person: null }]);
});

test("a deletion is written down, by whom and of whom, for whatever it comes to", async () => {
  const failing = bench.portsWith((_, init) =>
    init?.method === "DELETE" ? Response.json({ msg: "no" }, { status: 500 }) : null,
  );
  expect((await remove(admin, tess.id, failing)).status).toBe(500);
  expect((await remove(admin, tess.id)).status).toBe(200);
  expect(
    await bench.backend.sql(
      `select company_id, actor_id, actor_email, person_id, result from public.account_changes
       where person_email = $1 and action = 'deletion' order by created_at`,
      [tess.email],
    ),
  ).toEqual(
    ["failed", "done"].map((result) => ({
      ...{ company_id: tess.companyId, actor_id: admin.id, actor_email: admin.email },
      ...{ person_id: null, result },
    })),
  );
});

test("people cannot delete themselves", async () => {
  for (const caller of [admin, boss]) {
    for (const id of [caller.id, caller.id.toUpperCase()]) {
      expect(await refused(caller, id)).toMatchObject({ status: 403, code: "forbidden" });
    }
  }
});

test("an administrator gets one and the same answer for all people they do not manage", async () => {
  const elsewhere = await createWithRole(bench, "field_tech");
  const chief = await createWithRole(bench, "super_admin", admin);
  const stray = await createWithRole(bench, "field_tech");
  const lost = await createWithRole(bench, "admin");
  await bench.backend.sql("update public.profiles set company_id = null where id in ($1, $2)", [
    stray.id,
    lost.id,
  ]);
  const answer = await refused(lost, stray.id);
  expect(answer).toMatchObject({ status: 404, code: "not_found" });
  for (const id of [elsewhere.id, chief.id, stray.id, crypto.randomUUID()]) {
    expect(await refused(admin, id)).toEqual(answer);
  }
  await remove(boss, chief.id);
});

test("an administrator can delete an administrator, and a super administrator can delete anybody, once", async () => {
  const colleague = await createWithRole(bench, "admin", admin);
  expect((await remove(admin, colleague.id)).status).toBe(200);
  const chief = await createWithRole(bench, "super_admin");
  expect((await remove(boss, chief.id)).status).toBe(200);
  expect(await exists(chief)).toBe(false);
  expect(await refused(boss, chief.id)).toMatchObject({ status: 404, code: "not_found" });
});

test("the last active super administrator stays if the other one is demoted meanwhile", async () => {
  const chief = await createWithRole(bench, "super_admin");
  const setRole = (role: string) =>
    bench.backend.sql("update public.user_roles set role = $2 where user_id = $1", [boss.id, role]);
  // Between the check and the deletion, the boss who asks for it loses their role.
  const meanwhile = bench.portsWith(async (_, init) => {
    if (init?.method === "DELETE") await setRole("admin");
    return null;
  });
  const reply = await remove(boss, chief.id, meanwhile);
  expect(await exists(chief)).toBe(true);
  await setRole("super_admin");
  expect(reply.status).toBe(403);
  expect(refusalSchema.parse(await reply.json()).error).toEqual({
    code: "forbidden",
    message: "The last active super administrator cannot be deleted.",
  });
  expect((await remove(boss, chief.id)).status).toBe(200);
});

test.each([undefined, null, 5, "", "tess"])(
  "a refused user_id of %j is named in the answer",
  async (id) => {
    const named = { status: 400, code: "malformed", field: "user_id" };
    expect(await refused(boss, id as string)).toMatchObject(named);
  },
);

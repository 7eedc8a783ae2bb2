import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { createWithRole } from "#tests/support/administrators.ts";
import { type AgentBench, benchForTests, type Technician } from "#tests/support/agent-bench.ts";
import { refusalOf } from "#tests/support/agents.ts";
import { jsonRequest } from "#tests/support/json-request.ts";
import { createHandler as createCreate } from "../../create-user/handler.ts";
import { createHandler as createDelete } from "../../delete-user/handler.ts";
import { createHandler as createGolden } from "../../golden-run/handler.ts";
import { createHandler as createReset } from "../../reset-user/handler.ts";

interface AdministratorFunction {
  name: string;
  createHandler: typeof createDelete;
  /** A valid body from that administrator, a different one at every call. */
  body: (bench: AgentBench, admin: Technician) => Promise<Record<string, unknown>>;
  /** The largest accepted body, in bytes. */
  bodyLimit: number;
}

const technicianOf = async (bench: AgentBench, admin: Technician) =>
  (await createWithRole(bench, "field_tech", admin)).id;

const FUNCTIONS: AdministratorFunction[] = [
  {
    name: "create-user",
    createHandler: createCreate,
    body: async (_, admin) => ({
      ...{ email: `Nora.${randomUUID()}@tests.example`, password: "made-for-tests" },
      ...{ full_name: "Nora New", role: "field_tech", company_id: admin.companyId },
      ...{ can_use_snap_agent: true, can_use_voice_agent: false },
    }),
    bodyLimit: 64 * 1024,
  },
  {
    name: "delete-user",
    createHandler: createDelete,
    body: async (bench, admin) => ({ user_id: await technicianOf(bench, admin) }),
    bodyLimit: 16 * 1024,
  },
  {
    name: "reset-user",
    createHandler: createReset,
    body: async (bench, admin) => ({
      user_id: await technicianOf(bench, admin),
      action: "temporary_password",
    }),
    bodyLimit: 16 * 1024,
  },
  {
    name: "golden-run",
    createHandler: createGolden,
    body: async (_, admin) => ({
      ...{ company_id: admin.companyId, agent: "ask", question_ids: [randomUUID()] },
      change: { kind: "prompt", prompt: "Answer in one short sentence." },
    }),
    bodyLimit: 64 * 1024,
  },
];

const bench = benchForTests();

/* Who gets through to a function for administrators, and with what body. */
describe.each(FUNCTIONS)("$name", ({ name, createHandler, body: bodyFor, bodyLimit }) => {
  let admin: Technician;
  beforeAll(async () => {
    admin = await createWithRole(bench, "admin");
  });

  const handler = () => createHandler(bench.environment(), bench.ports());
  const send = (...[body, options]: [Parameters<typeof jsonRequest>[1], object?]) =>
    handler()(jsonRequest(name, body, { accessToken: admin.accessToken, ...options }));
  const setStatus = (person: Technician, status: string) =>
    bench.backend.sql("update public.profiles set status = $2 where id = $1", [person.id, status]);

  const unread = () =>
    new ReadableStream({ pull: () => expect.fail("read") }, { highWaterMark: 0 });

  test.each(["GET", "PUT", "DELETE"])("is refused before its body is read: %s", async (method) => {
    const reply = await handler()(new Request("http://functions.test/x", { method }));
    expect(await refusalOf(reply)).toMatchObject({ status: 405, code: "method_not_allowed" });
  });

  test.each([
    ["no token", () => ""],
    ["a token that is none", () => "Bearer nonsense"],
    ["an expired token", () => `Bearer ${bench.backend.expire(admin.accessToken)}`],
    ["the public key", () => `Bearer ${bench.backend.publishableKey}`],
    ["the server's own key", () => `Bearer ${bench.backend.secretKey}`],
  ])("is refused before its body is read: %s", async (_, authorization) => {
    const reply = await send(unread(), { headers: { Authorization: authorization() } });
    expect(await refusalOf(reply)).toMatchObject({ status: 401, code: "unauthorized" });
  });

  test.each([
    ["a technician", "field_tech"],
    ["somebody without a role", null],
  ] as const)("is refused before its body is read: %s", async (_, role) => {
    const person = await (role ? createWithRole(bench, role) : bench.createTechnician());
    const reply = await send(unread(), { accessToken: person.accessToken });
    expect(await refusalOf(reply)).toMatchObject({ status: 403, code: "forbidden" });
  });

  test("is refused before its body is read: an administrator without the second factor that their company requires", async () => {
    const require = (required: boolean) =>
      bench.backend.sql("update public.companies set require_second_factor = $2 where id = $1", [
        admin.companyId,
        required,
      ]);
    await require(true);
    const refused = await refusalOf(await send(unread()));
    const accessToken = bench.backend.raise(admin.accessToken);
    const body = JSON.stringify(await bodyFor(bench, admin));
    const taken = await send(body, { accessToken });
    await require(false);
    expect(refused).toMatchObject({ status: 403, code: "second_factor_required" });
    expect(taken.status).toBe(200);
  });

  test("is refused before its body is read: a super administrator without a company whose second factor was not given", async () => {
    const boss = await createWithRole(bench, "super_admin");
    await bench.backend.sql("update public.profiles set company_id = null where id = $1", [
      boss.id,
    ]);
    await bench.backend.sql(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now(), 'JBSWY3DPEHPK3PXP')`,
      [boss.id],
    );
    const refused = await refusalOf(await send(unread(), { accessToken: boss.accessToken }));
    expect(refused).toMatchObject({ status: 403, code: "second_factor_required" });
    const accessToken = bench.backend.raise(boss.accessToken);
    const body = JSON.stringify(await bodyFor(bench, admin));
    expect((await send(body, { accessToken })).status).toBe(200);
  });

  test("is refused before its body is read: an administrator suspended since their token was given", async () => {
    await setStatus(admin, "suspended");
    const reply = await send(unread());
    await setStatus(admin, "active");
    expect(await refusalOf(reply)).toMatchObject({ status: 403, code: "suspended" });
  });

  test("is refused before its body is read: an administrator deleted since their token was given", async () => {
    const gone = await createWithRole(bench, "admin");
    await bench.backend.sql("delete from auth.users where id = $1", [gone.id]);
    const reply = await send(unread(), { accessToken: gone.accessToken });
    expect(await refusalOf(reply)).toMatchObject({ status: 401, code: "unauthorized" });
  });

  test("a body that is no JSON is refused", async () => {
    const reply = await send('{"email": "wh');
    expect(await refusalOf(reply)).toMatchObject({ status: 400, code: "malformed" });
  });

  test("a body of the greatest size, with unknown fields, is accepted, and a larger one is refused", async () => {
    const body = { ...(await bodyFor(bench, admin)), id: "mine", extra: { more: [1] } };
    const refused = await send(JSON.stringify(body).padEnd(bodyLimit + 1));
    expect(await refusalOf(refused)).toMatchObject({ status: 413, code: "too_large" });
    expect((await send(JSON.stringify(body).padEnd(bodyLimit))).status).toBe(200);
  });

  test("it writes no detailed log row, and a request row only where its pace is limited", async () => {
    const claims = async () => (await bench.rowsOf("agent_requests", admin)).length;
    const before = await claims();
    await send(await bodyFor(bench, admin), { key: crypto.randomUUID() });
    expect(await bench.rowsOf("detailed_agent_logs", admin)).toEqual([]);
    expect(await claims()).toBe(before + (name === "golden-run" ? 1 : 0));
  });
});

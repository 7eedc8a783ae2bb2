import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { createWithRole } from "#tests/support/administrators.ts";
import { benchForTests, type Technician } from "#tests/support/agent-bench.ts";
import { refusalSchema } from "../_shared/contracts/refusal.ts";
import { createUserReplySchema } from "../_shared/contracts/user-requests.ts";
import { createHandler } from "./handler.ts";

let turn = 0;
const newcomer = (companyId: string) => ({
  email: `Nora.${++turn}@tests.example`,
  password: "made-for-tests",
  full_name: "Nora New",
  role: "field_tech",
  company_id: companyId,
  can_use_snap_agent: true,
  can_use_voice_agent: false,
});

const bench = benchForTests();
let admin: Technician;
let boss: Technician;
beforeAll(async () => {
  admin = await createWithRole(bench, "admin");
  boss = await createWithRole(bench, "super_admin");
});

const send = (
  caller: Technician,
  body: object,
  { ports = bench.ports(), key = randomUUID() as string } = {},
) => bench.call(createHandler, "create-user", body, { caller, ports, key });

async function create(caller: Technician, body: object, key?: string) {
  const reply = await send(caller, body, { ...(key && { key }) });
  expect(reply.status, await reply.clone().text()).toBe(200);
  return createUserReplySchema.parse(await reply.json());
}

/** Expects a refusal that adds nobody. */
async function refused(caller: Technician, body: object, ports = bench.ports()) {
  const before = await everybody();
  const reply = await send(caller, body, { ports });
  expect(await everybody()).toEqual(before);
  return { status: reply.status, ...refusalSchema.parse(await reply.json()).error };
}

const everybody = () =>
  bench.backend.sql(
    `select u.id, p.company_id, r.role from auth.users u
       left join public.profiles p on p.id = u.id
       left join public.user_roles r on r.user_id = u.id order by u.id`,
  );
const personWith = (id: string) =>
  bench.backend.sql(
    `select p.*, r.role, u.last_sign_in_at,
         (select count(*)::integer from auth.sessions s where s.user_id = p.id) as sessions
       from public.profiles p join auth.users u on u.id = p.id
       left join public.user_roles r on r.user_id = p.id where p.id = $1`,
    [id],
  );
const signIn = async (email: string, password = "") => (await bench.signIn(email, password)).status;

test("an administrator adds a person to their company, who can sign in at once", async () => {
  const body = newcomer(admin.companyId);
  const { password, ...asked } = body;
  const email = body.email.toLowerCase();
  const { user } = await create(admin, body);
  expect(user.email).toBe(email);
  // The person has not signed in yet.
  const unused = { can_use_label_agent: false, last_sign_in_at: null, sessions: 0 };
  const expected = { ...asked, ...unused, email, status: "active" };
  expect(await personWith(user.id)).toMatchObject([expected]);
  expect(await signIn(email, password)).toBe(200);
  expect(await signIn(email, "for-test")).toBe(400);
  const other = await create(admin, { ...newcomer(admin.companyId), can_use_label_agent: true });
  expect(await personWith(other.user.id)).toMatchObject([{ can_use_label_agent: true }]);
});

test("who was added is written down in one row, with their role", async () => {
  const { user } = await create(admin, { ...newcomer(admin.companyId), role: "admin" });
  expect(
    await bench.backend.sql(
      `select company_id, actor_id, person_name, person_email, action, from_value, to_value, result
       from public.account_changes where person_id = $1`,
      [user.id],
    ),
  ).toEqual([
    {
      ...{ company_id: admin.companyId, actor_id: admin.id, person_name: "Nora New" },
      ...{ person_email: user.email, action: "creation", from_value: null, to_value: "admin" },
      result: "done",
    },
  ]);
});

test("a super administrator adds people to any company", async () => {
  const other = await create(boss, newcomer(admin.companyId.toUpperCase()));
  expect(await personWith(other.user.id)).toMatchObject([{ company_id: admin.companyId }]);
});

test("an administrator adds people to no other company, whether or not it exists, and to none without an own one", async () => {
  const lost = await createWithRole(bench, "admin");
  await bench.backend.sql("update public.profiles set company_id = null where id = $1", [lost.id]);
  for (const [caller, company] of [
    [admin, boss.companyId],
    [admin, randomUUID()],
    [lost, lost.companyId],
  ] as const) {
    const refusal = await refused(caller, newcomer(company));
    expect(refusal).toMatchObject({ status: 403, code: "forbidden" });
  }
});

test("nobody creates a super administrator, nor a person of a company that does not exist", async () => {
  for (const caller of [admin, boss]) {
    const body = { ...newcomer(admin.companyId), role: "super_admin" };
    expect(await refused(caller, body)).toMatchObject({ status: 400, field: "role" });
  }
  const missing = { status: 404, code: "not_found", field: "company_id" };
  expect(await refused(boss, newcomer(randomUUID()))).toMatchObject(missing);
});

test("an address that is taken is refused to whoever may know that, in capital and small letters", async () => {
  const colleague = await createWithRole(bench, "field_tech", admin);
  for (const [caller, { email }] of [
    [admin, colleague],
    [boss, admin],
  ] as const) {
    for (const given of [email, email.toUpperCase()]) {
      const refusal = await refused(caller, { ...newcomer(caller.companyId), email: given });
      expect(refusal).toMatchObject({ status: 422, code: "email_taken", field: "email" });
    }
  }
  expect(await signIn(admin.email, "made-for-tests")).toBe(200);
});

test.each([
  ["a password", (body: object) => body],
  ["no password", (body: object) => ({ ...body, password: undefined })],
])("with %s, an address that is taken elsewhere is answered like a new one", async (_, given) => {
  const stray = await createWithRole(bench, "field_tech");
  await bench.backend.sql("update public.profiles set company_id = null where id = $1", [stray.id]);
  const elsewhere = await createWithRole(bench, "admin");
  const asker = await createWithRole(bench, "admin");
  const before = await everybody();
  /** How the requests about an address are answered: the first, the same again, and another one. */
  const answered = async (email: string) => {
    const body = given({ ...newcomer(asker.companyId), email });
    const keys = [randomUUID(), randomUUID()] as const;
    const ids = new Map<unknown, string>([[undefined, "none"]]);
    const replies = [];
    for (const key of [keys[0], keys[0], keys[1]]) {
      const reply = await send(asker, body, { key });
      const { user, temporary, error } = await reply.json();
      expect(user?.id ?? randomUUID()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab]/);
      if (!ids.has(user?.id)) ids.set(user?.id, `id ${ids.size}`);
      replies.push([reply.status, ids.get(user?.id), user?.email === email, error]);
      if (temporary) replies.push([typeof temporary.password, Object.keys(temporary)]);
    }
    return replies;
  };
  const [boss1, stray1, elsewhere1] = await Promise.all(
    [boss, stray, elsewhere].map(({ email }) => answered(email)),
  );
  expect(await everybody()).toEqual(before);
  const fresh = await answered(newcomer(asker.companyId).email.toLowerCase());
  expect([boss1, stray1, elsewhere1]).toEqual([fresh, fresh, fresh]);
  expect(
    await bench.backend.sql(
      "select company_id, action, result, actor_id from public.account_changes where person_email = $1 and result = 'failed'",
      [elsewhere.email],
    ),
  ).toEqual([{ company_id: null, action: "creation", result: "failed", actor_id: asker.id }]);
});

const withoutPassword = () => ({ ...newcomer(admin.companyId), password: undefined });
test("without a password a person gets a temporary one for a week, with which they can only choose their own", async () => {
  const body = withoutPassword();
  const { user, temporary } = await create(admin, body);
  const days = (Date.parse(temporary?.expires_at ?? "") - Date.now()) / 86_400_000;
  expect(Math.abs(days - 7)).toBeLessThan(0.1);
  const begun = await (await bench.signIn(body.email, temporary?.password ?? "")).json();
  const companies = await bench.ask("GET", "rest/v1/companies", null, begun.access_token);
  expect(await companies.json()).toEqual([]);
  expect(begun.user).toMatchObject({
    id: user.id,
    app_metadata: { temporary_password_until: temporary?.expires_at },
  });
});

test("without a password a request that is sent again with its key is the same person, with a password that is known", async () => {
  const key = randomUUID();
  const body = withoutPassword();
  const first = await create(admin, body, key);
  const second = await create(admin, { ...body, email: body.email.toUpperCase() }, key);
  expect(second.user).toEqual(first.user);
  expect(await signIn(body.email, first.temporary?.password)).toBe(400);
  expect(await signIn(body.email, second.temporary?.password)).toBe(200);
  // They have signed in: the account is theirs.
  expect((await send(admin, body, { key })).status).toBe(422);
});

test("without a password a request that stopped halfway is finished when it is sent again", async () => {
  const key = randomUUID();
  const body = withoutPassword();
  const { user } = await create(admin, body, key);
  await bench.backend.sql("delete from public.user_roles where user_id = $1", [user.id]);
  await bench.backend.sql("update public.profiles set company_id = null where id = $1", [user.id]);
  await create(admin, body, key);
  expect(await personWith(user.id)).toMatchObject([
    { company_id: admin.companyId, role: "field_tech" },
  ]);
});

test("without a password a person is not found by another key, another company or a chosen password", async () => {
  const key = randomUUID();
  const body = withoutPassword();
  const { temporary } = await create(admin, body, key);
  const other = (await createWithRole(bench, "admin")).companyId;
  const replies = await Promise.all([
    send(admin, body),
    send(boss, { ...body, company_id: other }, { key }),
    send(admin, { ...body, password: "made-for-tests" }, { key }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([422, 422, 422]);
  expect(await signIn(body.email, temporary?.password)).toBe(200);
});

test("sent again with its key and password, it is the same person", async () => {
  const body = newcomer(admin.companyId);
  const key = randomUUID();
  const first = await create(admin, body, key);
  expect(await create(admin, body, key)).toEqual(first);
});

test.each([
  ["email", "nora@tests"],
  ["password", "five5"],
  ["password", "🔥".repeat(19)],
  ["full_name", "   "],
  ["role", "owner"],
  ["company_id", "north"],
  ["can_use_snap_agent", "yes"],
])("a refused %s of %j is named in the answer", async (field, value) => {
  const refusal = await refused(boss, { ...newcomer(admin.companyId), [field]: value });
  expect(refusal).toMatchObject({ status: 400, code: "malformed", field });
  expect(refusal.message).toMatch(/^The .+\.$/);
});

test("a password has six characters, or as many as the deployment asks for", async () => {
  const body = () => ({ ...newcomer(admin.companyId), password: "pump-7" });
  await create(admin, body());
  const reply = await bench.call(createHandler, "create-user", body(), {
    caller: admin,
    variables: { PASSWORD_MIN_LENGTH: "7" },
  });
  const { error } = refusalSchema.parse(await reply.json());
  expect(error).toMatchObject({ code: "malformed", field: "password" });
  expect(error.message).toContain("at least 7 characters");
});

test.each([
  ["weak_password", 422, { status: 400, code: "malformed", field: "password" }],
  ["email_address_invalid", 400, { status: 400, code: "malformed", field: "email" }],
  ["over_request_rate_limit", 429, { status: 500, code: "internal" }],
  ["unexpected_failure", 500, { status: 500, code: "internal" }],
])(
  "the Auth server's error %s is answered with the fitting refusal",
  async (errorCode, status, expected) => {
    const error = { code: status, error_code: errorCode, msg: "secret detail" };
    const ports = bench.portsWith((path) =>
      path.startsWith("/auth/v1/admin/users") ? Response.json(error, { status }) : null,
    );
    const refusal = await refused(admin, newcomer(admin.companyId), ports);
    expect(refusal).toMatchObject(expected);
    expect(refusal.message).not.toContain("secret detail");
  },
);

test("no incomplete person stays when the database fails", async () => {
  const ports = bench.portsWith((asked) =>
    asked.startsWith("/rest/v1/rpc/equip_person")
      ? Response.json({ message: "no" }, { status: 503 })
      : null,
  );
  const refusal = await refused(admin, newcomer(admin.companyId), ports);
  expect(refusal).toMatchObject({ status: 500, code: "internal" });
});

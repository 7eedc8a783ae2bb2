import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testAdministratorRoad } from "#tests/support/administrator-road.ts";
import { createWithRole } from "#tests/support/administrators.ts";
import { type AgentBench, startAgentBench, type Technician } from "#tests/support/agent-bench.ts";
import { jsonRequest } from "#tests/support/json-request.ts";
import { type ResetAction, resetUserReplySchema } from "../_shared/contracts/account-reset.ts";
import { refusalSchema } from "../_shared/contracts/refusal.ts";
import { createHandler } from "./handler.ts";

const ACTIONS = ["temporary_password", "recovery_link", "remove_factors"] as const;
const DAY = 24 * 60 * 60 * 1000;

describe("the steps of every request", () => {
  testAdministratorRoad({
    name: "reset-user",
    createHandler,
    body: async (bench, admin) => ({
      user_id: (await createWithRole(bench, "field_tech", admin)).id,
      action: "temporary_password",
    }),
    bodyLimit: 16 * 1024,
    nearlyRight: (admin) =>
      fc.record(
        {
          user_id: fc.oneof(fc.uuid(), fc.constant(admin.id), fc.string(), fc.constant(null)),
          action: fc.oneof(fc.constantFrom(...ACTIONS), fc.string(), fc.constant(null)),
        },
        { requiredKeys: [] },
      ),
  });
});

describe("reset-user", () => {
  let bench: AgentBench;
  let admin: Technician;
  let boss: Technician;
  let tess: Technician;
  beforeAll(async () => {
    bench = await startAgentBench();
    boss = await createWithRole(bench, "super_admin");
  });
  beforeEach(async () => {
    // A new one for each test, because an hour has room for a few only.
    admin = await createWithRole(bench, "admin");
    tess = await createWithRole(bench, "field_tech", admin);
  });
  afterAll(() => bench.stop());

  const send = (
    caller: Technician,
    id: string,
    action: ResetAction,
    { ports = bench.ports(), variables = {} } = {},
  ) =>
    createHandler(
      bench.environment(variables),
      ports,
    )(jsonRequest("reset-user", { user_id: id, action }, { accessToken: caller.accessToken }));

  async function done(caller: Technician, id: string, action: ResetAction) {
    const reply = await send(caller, id, action);
    expect(reply.status, await reply.clone().text()).toBe(200);
    return resetUserReplySchema.parse(await reply.json());
  }

  async function temporaryPassword(caller: Technician, person = tess) {
    const reply = await done(caller, person.id, "temporary_password");
    if (reply.action !== "temporary_password") throw new Error("Another reply");
    return reply;
  }

  /** Expects a refusal that changes no account and writes nothing down. */
  async function refused(...[caller, id, action, options]: Parameters<typeof send>) {
    const before = await everything();
    const reply = await send(caller, id, action, options);
    expect(await everything()).toEqual(before);
    return { status: reply.status, ...refusalSchema.parse(await reply.json()).error };
  }

  const everything = async () => [
    await bench.backend.sql(
      `select u.id, u.encrypted_password, u.raw_app_meta_data, u.recovery_token,
         (select count(*)::integer from auth.sessions s where s.user_id = u.id) as sessions
       from auth.users u order by u.id`,
    ),
    await bench.backend.sql("select id, result from public.account_resets order by id"),
  ];
  const logOf = (person: Technician) =>
    bench.backend.sql(
      "select * from public.account_resets where person_id = $1 order by created_at",
      [person.id],
    );

  const auth = (method: string, path: string, body: object | null, accessToken?: string) =>
    bench.backend.fetch(`${bench.backend.url}/auth/v1/${path}`, {
      method,
      headers: {
        apikey: bench.backend.publishableKey,
        "Content-Type": "application/json",
        ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  async function signIn({ email }: Technician, password: string) {
    const reply = await auth("POST", "token?grant_type=password", { email, password });
    const body = await reply.json();
    return { status: reply.status, body, accessToken: String(body.access_token) };
  }
  const rows = async (table: string, accessToken: string) => {
    const reply = await bench.backend.fetch(`${bench.backend.url}/rest/v1/${table}`, {
      headers: {
        apikey: bench.backend.publishableKey,
        Authorization: `Bearer ${accessToken}`,
      },
    });
    return reply.ok ? ((await reply.json()) as unknown[]) : [];
  };
  const sessionsOf = async (person: Technician) =>
    (await bench.backend.sql("select id from auth.sessions where user_id = $1", [person.id]))
      .length;
  const addFactor = (person: Technician, name: string) =>
    bench.backend.sql(
      `insert into auth.mfa_factors
         (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       values (gen_random_uuid(), $1, $2, 'totp', 'verified', now(), now(), 'JBSWY3DPEHPK3PXP')`,
      [person.id, name],
    );
  const factorsOf = (person: Technician) =>
    bench.backend.sql("select friendly_name from auth.mfa_factors where user_id = $1", [person.id]);
  const moveExpiry = (person: Technician, until: Date) =>
    bench.backend.sql(
      `update auth.users set raw_app_meta_data = raw_app_meta_data
         || jsonb_build_object('temporary_password_until', $2::text) where id = $1`,
      [person.id, until.toISOString()],
    );

  describe("a temporary password", () => {
    test("ends all sessions, and is good for nothing but choosing another one", async () => {
      const { temporary_password: password, expires_at } = await temporaryPassword(admin);
      const lasts = Date.parse(expires_at) - Date.now();
      expect(lasts).toBeGreaterThan(DAY - 60_000);
      expect(lasts).toBeLessThanOrEqual(DAY);
      expect(await sessionsOf(tess)).toBe(0);
      expect((await auth("GET", "user", null, tess.accessToken)).ok).toBe(false);
      expect((await signIn(tess, "made-for-tests")).status).toBe(400);

      const begun = await signIn(tess, password);
      expect(begun.body.user.app_metadata).toMatchObject({ temporary_password_until: expires_at });
      for (const table of ["profiles", "companies", "knowledge_base"]) {
        expect([table, await rows(table, begun.accessToken)]).toEqual([table, []]);
      }
      const called = await send(
        { ...tess, accessToken: begun.accessToken },
        boss.id,
        "remove_factors",
      );
      expect(refusalSchema.parse(await called.json()).error.code).toBe("temporary_password");

      const change = { password: "my-own-heat-pump", current_password: password };
      expect((await auth("PUT", "user", change, begun.accessToken)).status).toBe(200);
      expect(await rows("profiles", begun.accessToken)).toHaveLength(1);
      expect((await signIn(tess, password)).status).toBe(400);
      const own = await signIn(tess, "my-own-heat-pump");
      expect(own.body.user.app_metadata).not.toHaveProperty("temporary_password_until");
      expect(await rows("profiles", own.accessToken)).toHaveLength(1);
    });

    test("cannot be kept as one's own", async () => {
      const { temporary_password: password } = await temporaryPassword(admin);
      const { accessToken } = await signIn(tess, password);
      const change = { password, current_password: password };
      expect((await auth("PUT", "user", change, accessToken)).status).toBe(422);
      expect(await rows("profiles", accessToken)).toEqual([]);
    });

    test("stops working after its time, also for a session that began before", async () => {
      const { temporary_password: password } = await temporaryPassword(admin);
      const { accessToken } = await signIn(tess, password);
      await moveExpiry(tess, new Date(Date.now() - 1000));
      expect((await signIn(tess, password)).body.error_code).toBe("temporary_password_expired");
      expect((await signIn(tess, "another-guess")).body.error_code).toBe("invalid_credentials");
      const change = { password: "my-own-heat-pump", current_password: password };
      expect(await (await auth("PUT", "user", change, accessToken)).json()).toMatchObject({
        error_code: "temporary_password_expired",
      });
      const other = await temporaryPassword(admin);
      expect((await signIn(tess, other.temporary_password)).status).toBe(200);
    });

    test("works for somebody who had no password", async () => {
      await bench.backend.sql("update auth.users set encrypted_password = null where id = $1", [
        tess.id,
      ]);
      await bench.backend.sql("delete from auth.identities where user_id = $1", [tess.id]);
      const { temporary_password: password } = await temporaryPassword(admin);
      const { body } = await signIn(tess, password);
      expect(body.user.identities).toMatchObject([{ provider: "email" }]);
    });

    test("is in no row of the database, and in no line of the log", async () => {
      const lines: unknown[] = [];
      const ports = { ...bench.ports(), log: (line: unknown) => void lines.push(line) };
      const reply = await send(admin, tess.id, "temporary_password", { ports });
      const { temporary_password: password } = await reply.json();
      expect(password).toMatch(/^.{14}$/);
      expect(JSON.stringify([lines, await logOf(tess)])).not.toContain(password);
    });
  });

  test("second factors are removed, all of them, and all sessions end", async () => {
    for (const name of ["Phone", "Tablet"]) await addFactor(tess, name);
    await addFactor(admin, "Not asked for");
    const caller = { ...admin, accessToken: bench.backend.raise(admin.accessToken) };
    expect(await done(caller, tess.id, "remove_factors")).toEqual({
      action: "remove_factors",
      removed: 2,
    });
    expect(await factorsOf(tess)).toEqual([]);
    expect(await factorsOf(admin)).toHaveLength(1);
    expect(await sessionsOf(tess)).toBe(0);
    expect(await sessionsOf(admin)).toBe(1);
    expect((await signIn(tess, "made-for-tests")).status).toBe(200);
  });

  test("a link is ordered from the Auth server, and no session ends", async () => {
    expect(await done(admin, tess.id, "recovery_link")).toEqual({
      action: "recovery_link",
      email: tess.email,
    });
    const ordered = () =>
      bench.backend.sql("select recovery_token from auth.users where id = $1", [tess.id]);
    await expect
      .poll(ordered)
      .toEqual([{ recovery_token: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(await sessionsOf(tess)).toBe(1);
  });

  test("no link is ordered where no mail is sent", async () => {
    const variables = { SENDS_MAIL: "false" };
    expect(await refused(admin, tess.id, "recovery_link", { variables })).toMatchObject({
      status: 422,
      code: "mail_not_configured",
    });
  });

  describe.each(ACTIONS)("%s", (action) => {
    test("is refused for oneself, also in capital letters", async () => {
      for (const caller of [admin, boss]) {
        for (const id of [caller.id, caller.id.toUpperCase()]) {
          expect(await refused(caller, id, action)).toMatchObject({
            status: 403,
            code: "forbidden",
          });
        }
      }
    });

    test("is refused to an administrator for anybody but the company's technicians", async () => {
      const stranger = await createWithRole(bench, "field_tech");
      const colleague = await createWithRole(bench, "admin", admin);
      const superior = await createWithRole(bench, "super_admin", admin);
      for (const [person, status] of [
        [stranger, 404],
        [superior, 404],
        [boss, 404],
        [{ id: crypto.randomUUID() }, 404],
        [colleague, 403],
      ] as const) {
        expect((await refused(admin, person.id, action)).status).toBe(status);
      }
      expect((await refused(admin, stranger.id, action)).message).toBe(
        (await refused(admin, crypto.randomUUID(), action)).message,
      );
    });

    test("is refused to an administrator without a company", async () => {
      const lost = await createWithRole(bench, "admin");
      const other = await createWithRole(bench, "field_tech");
      for (const { id } of [lost, other]) {
        await bench.backend.sql("update public.profiles set company_id = null where id = $1", [id]);
      }
      expect((await refused(lost, other.id, action)).status).toBe(404);
    });

    test("is done by a super administrator for anybody else", async () => {
      const colleague = await createWithRole(bench, "admin", admin);
      const superior = await createWithRole(bench, "super_admin", admin);
      const chief = await createWithRole(bench, "super_admin");
      for (const person of [tess, colleague, superior]) await done(chief, person.id, action);
    });

    test("takes the caller's second factor, if they have one", async () => {
      await addFactor(admin, "Phone");
      expect(await refused(admin, tess.id, action)).toMatchObject({
        status: 403,
        code: "second_factor_required",
      });
      const raised = { ...admin, accessToken: bench.backend.raise(admin.accessToken) };
      await done(raised, tess.id, action);
    });

    test("is written down, for whom and by whom", async () => {
      await done(admin, tess.id, action);
      expect(await logOf(tess)).toMatchObject([
        {
          ...{ action, result: "done", company_id: tess.companyId, person_email: tess.email },
          ...{ actor_id: admin.id, actor_email: admin.email, finished_at: expect.anything() },
        },
      ]);
    });

    test("is written down as failed when the Auth server fails", async () => {
      const ports = failing("/auth/v1/admin/", "/auth/v1/recover");
      const reply = await send(admin, tess.id, action, { ports });
      expect(refusalSchema.parse(await reply.json()).error.code).toBe("internal");
      expect(await logOf(tess)).toMatchObject([{ action, result: "failed" }]);
    });

    test("is not done when it cannot be written down", async () => {
      const ports = failing("/rest/v1/rpc/begin_account_reset");
      expect(await refused(admin, tess.id, action, { ports })).toMatchObject({ code: "internal" });
    });
  });

  test("a password whose result could not be written down is told to nobody", async () => {
    const ports = failing("/rest/v1/rpc/finish_account_reset");
    const reply = await send(admin, tess.id, "temporary_password", { ports });
    expect(reply.status).toBe(500);
    expect(await logOf(tess)).toMatchObject([{ result: "begun" }]);
  });

  test("an hour has room for six resets of a person, whoever asks", async () => {
    for (const caller of [admin, boss, admin, boss, admin, boss]) {
      await done(caller, tess.id, "remove_factors");
    }
    for (const caller of [admin, boss]) {
      const reply = await send(caller, tess.id, "remove_factors");
      expect(reply.status).toBe(429);
      expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(3000);
    }
    const other = await createWithRole(bench, "field_tech", admin);
    await done(admin, other.id, "remove_factors");
  });

  test("an hour has room for thirty resets by one administrator", async () => {
    await bench.backend.sql(
      `insert into public.account_resets (company_id, actor_id, action, result, finished_at, created_at)
       select $1, $2, 'remove_factors', 'done', now(), now() - interval '30 minutes'
       from generate_series(1, 30)`,
      [admin.companyId, admin.id],
    );
    const reply = await send(admin, tess.id, "remove_factors");
    expect(reply.status).toBe(429);
    await done(boss, tess.id, "remove_factors");
  });

  /** Answers requests to these paths as a server in trouble does. */
  function failing(...paths: string[]) {
    const ports = bench.ports();
    return {
      ...ports,
      fetch: async (url: string, init?: RequestInit) =>
        paths.some((path) => url.startsWith(bench.backend.url + path))
          ? Response.json({ message: "no" }, { status: 503 })
          : await ports.fetch(url, init),
    };
  }
});

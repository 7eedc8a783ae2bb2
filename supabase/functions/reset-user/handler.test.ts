import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createWithRole } from "#tests/support/administrators.ts";
import type { Technician } from "#tests/support/agent-bench.ts";
import { resetBenchForTests } from "#tests/support/reset-bench.ts";
import { refusalSchema } from "../_shared/contracts/refusal.ts";

const ACTIONS = ["temporary_password", "recovery_link", "remove_factors"] as const;

const bench = resetBenchForTests();
let admin: Technician;
let boss: Technician;
let tess: Technician;
beforeAll(async () => {
  boss = await createWithRole(bench, "super_admin");
});
beforeEach(async () => {
  // A new one for each test, because an hour has room for a few only.
  admin = await createWithRole(bench, "admin");
  tess = await createWithRole(bench, "field_tech", admin);
});

const addFactor = (person: Technician, name: string) =>
  bench.backend.sql(
    `insert into auth.mfa_factors
         (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       values (gen_random_uuid(), $1, $2, 'totp', 'verified', now(), now(), 'JBSWY3DPEHPK3PXP')`,
    [person.id, name],
  );
const factorsOf = (person: Technician) =>
  bench.backend.sql("select friendly_name from auth.mfa_factors where user_id = $1", [person.id]);

test("second factors are removed, all of them, and all sessions end", async () => {
  for (const name of ["Phone", "Tablet"]) await addFactor(tess, name);
  await addFactor(admin, "Not asked for");
  const caller = { ...admin, accessToken: bench.backend.raise(admin.accessToken) };
  expect(await bench.done(caller, tess.id, "remove_factors")).toEqual({
    action: "remove_factors",
    removed: 2,
  });
  expect(await factorsOf(tess)).toEqual([]);
  expect(await factorsOf(admin)).toHaveLength(1);
  expect(await bench.sessionsOf(tess)).toBe(0);
  expect(await bench.sessionsOf(admin)).toBe(1);
  expect((await bench.signedIn(tess, "made-for-tests")).status).toBe(200);
});

test("a link is ordered from the Auth server, and no session ends", async () => {
  expect(await bench.done(admin, tess.id, "recovery_link")).toEqual({
    action: "recovery_link",
    email: tess.email,
  });
  const ordered = () =>
    bench.backend.sql("select recovery_token from auth.users where id = $1", [tess.id]);
  await expect.poll(ordered).toEqual([{ recovery_token: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  expect(await bench.sessionsOf(tess)).toBe(1);
});

test("no link is ordered where no mail is sent", async () => {
  const variables = { SENDS_MAIL: "false" };
  const refusal = await bench.refused(admin, tess.id, "recovery_link", { variables });
  expect(refusal).toMatchObject({ status: 422, code: "mail_not_configured" });
});

describe.each(ACTIONS)("%s", (action) => {
  test("is refused for oneself, also in capital letters", async () => {
    for (const caller of [admin, boss]) {
      for (const id of [caller.id, caller.id.toUpperCase()]) {
        const refusal = await bench.refused(caller, id, action);
        expect(refusal).toMatchObject({ status: 403, code: "forbidden" });
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
      expect((await bench.refused(admin, person.id, action)).status).toBe(status);
    }
    expect((await bench.refused(admin, stranger.id, action)).message).toBe(
      (await bench.refused(admin, crypto.randomUUID(), action)).message,
    );
  });

  test("is refused to an administrator for whoever was one within a day", async () => {
    const setRole = (role: string) =>
      bench.backend.sql("update public.user_roles set role = $2 where user_id = $1", [
        tess.id,
        role,
      ]);
    await setRole("admin");
    await setRole("field_tech");
    expect(await bench.refused(admin, tess.id, action)).toMatchObject({
      status: 403,
      message: expect.stringContaining("was an administrator within the last day"),
    });
    await bench.done(boss, tess.id, action);
    await bench.backend.sql(
      `update public.account_changes set created_at = now() - interval '25 hours'
       where person_id = $1 and action = 'role'`,
      [tess.id],
    );
    await bench.done(admin, tess.id, action);
  });

  test("is refused to an administrator without a company", async () => {
    const lost = await createWithRole(bench, "admin");
    const other = await createWithRole(bench, "field_tech");
    for (const { id } of [lost, other]) {
      await bench.backend.sql("update public.profiles set company_id = null where id = $1", [id]);
    }
    expect((await bench.refused(lost, other.id, action)).status).toBe(404);
  });

  test("is done by a super administrator for anybody else", async () => {
    const colleague = await createWithRole(bench, "admin", admin);
    const superior = await createWithRole(bench, "super_admin", admin);
    const chief = await createWithRole(bench, "super_admin");
    for (const person of [tess, colleague, superior]) await bench.done(chief, person.id, action);
  });

  test("takes the caller's second factor, if they have one", async () => {
    await addFactor(admin, "Phone");
    const refusal = await bench.refused(admin, tess.id, action);
    expect(refusal).toMatchObject({ status: 403, code: "second_factor_required" });
    const raised = { ...admin, accessToken: bench.backend.raise(admin.accessToken) };
    await bench.done(raised, tess.id, action);
  });

  test("is written down, for whom and by whom", async () => {
    await bench.done(admin, tess.id, action);
    expect(await bench.logOf(tess)).toMatchObject([
      {
        ...{ action, result: "done", company_id: tess.companyId, person_email: tess.email },
        ...{ actor_id: admin.id, actor_email: admin.email, finished_at: expect.anything() },
      },
    ]);
  });

  test("is written down as failed when the Auth server fails", async () => {
    const ports = bench.failing("/auth/v1/admin/", "/auth/v1/recover");
    const reply = await bench.send(admin, tess.id, action, { ports });
    expect(refusalSchema.parse(await reply.json()).error.code).toBe("internal");
    expect(await bench.logOf(tess)).toMatchObject([{ action, result: "failed" }]);
  });

  test("is not done when it cannot be written down", async () => {
    const ports = bench.failing("/rest/v1/rpc/begin_account_change");
    const refusal = await bench.refused(admin, tess.id, action, { ports });
    expect(refusal).toMatchObject({ code: "internal" });
  });
});

test("a password whose result could not be written down is told to nobody", async () => {
  const ports = bench.failing("/rest/v1/rpc/finish_account_change");
  const reply = await bench.send(admin, tess.id, "temporary_password", { ports });
  expect(reply.status).toBe(500);
  expect(await bench.logOf(tess)).toMatchObject([{ result: "begun" }]);
});

test("an hour has room for six resets of a person, whoever asks", async () => {
  for (const caller of [admin, boss, admin, boss, admin, boss]) {
    await bench.done(caller, tess.id, "remove_factors");
  }
  for (const caller of [admin, boss]) {
    const reply = await bench.send(caller, tess.id, "remove_factors");
    expect(reply.status).toBe(429);
    expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(3000);
  }
  const other = await createWithRole(bench, "field_tech", admin);
  await bench.done(admin, other.id, "remove_factors");
});

test("an hour has room for thirty resets by one administrator", async () => {
  await bench.backend.sql(
    `insert into public.account_resets (company_id, actor_id, action, result, finished_at, created_at)
       select $1, $2, 'remove_factors', 'done', now(), now() - interval '30 minutes'
       from generate_series(1, 30)`,
    [admin.companyId, admin.id],
  );
  const reply = await bench.send(admin, tess.id, "remove_factors");
  expect(reply.status).toBe(429);
  await bench.done(boss, tess.id, "remove_factors");
});

async function temporaryPassword() {
  const reply = await bench.done(admin, tess.id, "temporary_password");
  if (reply.action !== "temporary_password") throw new Error("Another reply");
  return { ...reply, password: reply.temporary_password };
}

/** Chooses another password with the temporary one. */
const choose = (password: string, current_password: string, accessToken: string) =>
  bench.ask("PUT", "auth/v1/user", { password, current_password }, accessToken);
const OWN = "my-own-heat-pump";

const rows = async (table: string, accessToken: string) => {
  const reply = await bench.ask("GET", `rest/v1/${table}`, null, accessToken);
  return reply.ok ? ((await reply.json()) as unknown[]) : [];
};

test("a temporary password ends all sessions, and is good for nothing but choosing another one", async () => {
  const { password, expires_at } = await temporaryPassword();
  const hours = (Date.parse(expires_at) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThanOrEqual(24);
  expect(await bench.sessionsOf(tess)).toBe(0);
  expect((await bench.ask("GET", "auth/v1/user", null, tess.accessToken)).ok).toBe(false);
  expect((await bench.signedIn(tess, "made-for-tests")).status).toBe(400);

  const begun = await bench.signedIn(tess, password);
  expect(begun.body.user.app_metadata).toMatchObject({ temporary_password_until: expires_at });
  for (const table of ["profiles", "companies", "knowledge_base"]) {
    expect([table, await rows(table, begun.accessToken)]).toEqual([table, []]);
  }
  const called = await bench.send(begun, admin.id, "remove_factors");
  expect(refusalSchema.parse(await called.json()).error.code).toBe("temporary_password");

  expect((await choose(OWN, password, begun.accessToken)).status).toBe(200);
  expect(await rows("profiles", begun.accessToken)).toHaveLength(1);
  expect((await bench.signedIn(tess, password)).status).toBe(400);
  const own = await bench.signedIn(tess, OWN);
  expect(own.body.user.app_metadata).not.toHaveProperty("temporary_password_until");
  expect(await rows("profiles", own.accessToken)).toHaveLength(1);
});

test("a temporary password cannot be kept as one's own", async () => {
  const { password } = await temporaryPassword();
  const { accessToken } = await bench.signedIn(tess, password);
  expect((await choose(password, password, accessToken)).status).toBe(422);
  expect(await rows("profiles", accessToken)).toEqual([]);
});

test("a temporary password stops working after its time, also for a session that began before", async () => {
  const { password } = await temporaryPassword();
  const { accessToken } = await bench.signedIn(tess, password);
  await bench.backend.sql(
    `update auth.users set raw_app_meta_data = raw_app_meta_data
         || '{"temporary_password_until": "2026-01-05T08:00:00Z"}' where id = $1`,
    [tess.id],
  );
  expect((await bench.signedIn(tess, password)).body.error_code).toBe("temporary_password_expired");
  expect((await bench.signedIn(tess, "another-guess")).body.error_code).toBe("invalid_credentials");
  expect(await (await choose(OWN, password, accessToken)).json()).toMatchObject({
    error_code: "temporary_password_expired",
  });
  const other = await temporaryPassword();
  expect((await bench.signedIn(tess, other.password)).status).toBe(200);
});

test("a temporary password works for somebody who had no password", async () => {
  await bench.backend.sql("update auth.users set encrypted_password = null where id = $1", [
    tess.id,
  ]);
  await bench.backend.sql("delete from auth.identities where user_id = $1", [tess.id]);
  const { password } = await temporaryPassword();
  const { body } = await bench.signedIn(tess, password);
  expect(body.user.identities).toMatchObject([{ provider: "email" }]);
});

test("a temporary password is in no row of the database, and in no line of the log", async () => {
  const lines: unknown[] = [];
  const ports = { ...bench.ports(), log: (line: unknown) => void lines.push(line) };
  const reply = await bench.send(admin, tess.id, "temporary_password", { ports });
  const { temporary_password: password } = await reply.json();
  expect(password).toMatch(/^.{14}$/);
  expect(JSON.stringify([lines, await bench.logOf(tess)])).not.toContain(password);
});

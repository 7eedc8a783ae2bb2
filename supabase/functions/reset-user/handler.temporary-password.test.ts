import { beforeAll, beforeEach, expect, test } from "vitest";
import { createWithRole } from "#tests/support/administrators.ts";
import type { Technician } from "#tests/support/agent-bench.ts";
import { resetBenchForTests } from "#tests/support/reset-bench.ts";
import { refusalSchema } from "../_shared/contracts/refusal.ts";

const bench = resetBenchForTests();
let admin: Technician;
let tess: Technician;
beforeAll(async () => {
  admin = await createWithRole(bench, "admin");
});
beforeEach(async () => {
  tess = await createWithRole(bench, "field_tech", admin);
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

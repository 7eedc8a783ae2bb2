// @module-tag rest

import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type HostedDatabase,
  startHostedDatabase,
} from "#tests/support/hosting/hosted-database.ts";

const migrations = new URL("../migrations/", import.meta.url);

let database: HostedDatabase;
let owner: pg.Client;
let auth: pg.Client;
beforeAll(async () => {
  database = await startHostedDatabase();
  owner = new pg.Client(database.url);
  auth = new pg.Client(database.authUrl);
  await owner.connect();
  await auth.connect();
  for (const file of readdirSync(migrations).sort()) {
    await owner.query(readFileSync(new URL(file, migrations), "utf8"));
  }
});
afterAll(async () => {
  await owner?.end();
  await auth?.end();
  await database?.stop();
});

test.each([
  "alter table storage.objects add column more text",
  "delete from storage.objects",
  "alter role service_role superuser",
])("who applies the migrations may not: %s", async (statement) => {
  await expect(owner.query(statement)).rejects.toMatchObject({ code: "42501" });
});

test("Auth makes a person, follows their address, and deletes them, without rights of its own", async () => {
  const person = "00000000-0000-4000-8000-000000000001";
  const profile = async () =>
    (await owner.query("select email, status from public.profiles where id = $1", [person])).rows;
  const add = "insert into auth.users (id, email) values ($1, 'before@example.com')";
  await auth.query(add, [person]);
  expect(await profile()).toEqual([{ email: "before@example.com", status: "active" }]);
  await auth.query("update auth.users set email = 'after@example.com' where id = $1", [person]);
  expect(await profile()).toEqual([{ email: "after@example.com", status: "active" }]);
  await expect(auth.query("select from public.profiles")).rejects.toMatchObject({ code: "42501" });
  await auth.query("delete from auth.users where id = $1", [person]);
  expect(await profile()).toEqual([]);
});

test("suspending a person bans their account, which belongs to Auth", async () => {
  const person = "00000000-0000-4000-8000-000000000002";
  const add = "insert into auth.users (id, email) values ($1, 'second@example.com')";
  await auth.query(add, [person]);
  await owner.query("update public.profiles set status = 'suspended' where id = $1", [person]);
  const { rows } = await auth.query("select banned_until > now() as banned from auth.users");
  expect(rows).toEqual([{ banned: true }]);
});

test("a password that Auth changes is no temporary one any more, whoever may write to its tables", async () => {
  const person = "00000000-0000-4000-8000-000000000003";
  const mark = async () =>
    (await auth.query("select raw_app_meta_data as mark from auth.users where id = $1", [person]))
      .rows[0]?.mark;
  await auth.query(
    `insert into auth.users (id, email, encrypted_password, raw_app_meta_data)
     values ($1, 'third@example.com', 'told', $2)`,
    [person, { provider: "email", temporary_password_until: "2100-01-01T00:00:00Z" }],
  );
  const begin = "insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)";
  await auth.query(begin, [person]);
  await auth.query("update auth.users set encrypted_password = 'own' where id = $1", [person]);
  expect(await mark()).toEqual({ provider: "email" });

  const sessions = async () =>
    (await auth.query("select from auth.sessions where user_id = $1", [person])).rowCount;
  expect(await sessions()).toBe(1);
  const { rows } = await owner.query(
    "select public.begin_account_change($1, $1, 'remove_factors', 1, 1) ->> 'id' as id",
    [person],
  );
  await owner.query("select public.finish_account_change($1, 'done')", [rows[0]?.id]);
  expect(await sessions()).toBe(0);
});

test("the first entry by a link ends the password that an administrator typed", async () => {
  const person = "00000000-0000-4000-8000-000000000004";
  await auth.query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data)
     values ($1, 'fourth@example.com', 'typed', now(), '{}')`,
    [person],
  );
  for (const [method, password, sessions] of [
    ["password", "typed", 1],
    ["otp", "", 1],
  ] as const) {
    await auth.query(
      `with s as (insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1) returning id)
       insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
         select gen_random_uuid(), id, now(), now(), $2 from s`,
      [person, method],
    );
    const { rows } = await auth.query(
      `select encrypted_password as password,
         (select count(*)::integer from auth.sessions s where s.user_id = u.id) as sessions
       from auth.users u where id = $1`,
      [person],
    );
    expect(rows).toEqual([{ password, sessions }]);
  }
});

import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { sql } from "kysely";
import { z } from "zod/mini";
import { authWording } from "../http/refusal-wording.ts";
import {
  type Db,
  deleteFactor,
  findAccount,
  firstRow,
  listFactors,
  lockPerson,
} from "./account-rows.ts";
import { type AuthEnv, AuthFailure, answerFailures, readBody, readId } from "./auth-request.ts";
import { factorNotFound } from "./factors.ts";
import type { PasswordHashes } from "./password-hashes.ts";
import { checkNewPassword, storePassword } from "./passwords.ts";

interface NewAccount {
  email: string;
  password: string;
  /** Data about the person that the account stores; `full_name` is copied into the profile. */
  metadata: Record<string, unknown>;
  /** Kept in the account's `app_metadata`, which only the server writes. */
  appMetadata?: Record<string, string>;
}

export type Accounts = ReturnType<typeof openAccounts>;

/**
 * Creates sign-in accounts in Auth's own tables: @supabase/lite has no admin API, and its sign-up would hash
 * the password on the thread that serves all requests.
 */
export function openAccounts(
  { connection }: { connection: { kysely: Db } },
  hashes: PasswordHashes,
  passwordMinimum: number,
) {
  const database = connection.kysely;

  /**
   * Creates an account whose address needs no confirmation. Returns the person's id.
   * @throws AuthFailure, worded like GoTrue's, for an address or password that cannot be used
   */
  async function add(account: NewAccount): Promise<string> {
    const { password, metadata, appMetadata } = account;
    const email = account.email.toLowerCase();
    if (!/^[^@\s\0]+@[^@\s\0]+$/.test(email) || email.length > 255) {
      const message = "Unable to validate email address: invalid format";
      throw new AuthFailure(400, "validation_failed", message);
    }
    checkNewPassword(password, email, passwordMinimum);
    const hash = await hashes.make(password);
    const id = randomUUID();
    const ways = { ...appMetadata, provider: "email", providers: ["email"] };
    const person = { ...metadata, email, email_verified: true, phone_verified: false, sub: id };
    return await database.transaction().execute(async (tx) => {
      const added = sql`
        insert into auth.users
          (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data, raw_app_meta_data)
        values (${id}, ${email}, ${hash}, now(), ${JSON.stringify(person)}::text::jsonb,
                ${JSON.stringify(ways)}::text::jsonb)
        on conflict do nothing returning id`;
      if (!(await firstRow(tx, added))) {
        const message = "A user with this email address has already been registered";
        throw new AuthFailure(422, "email_exists", message);
      }
      await sql`
        insert into auth.identities (id, provider, provider_id, user_id, identity_data)
        values (${randomUUID()}, 'email', ${id}, ${id}, ${JSON.stringify(person)}::text::jsonb)
      `.execute(tx);
      return id;
    });
  }

  return {
    ...{ database, hashes, passwordMinimum, add },

    /** Creates the account unless it exists. Returns the person's id. @throws AuthFailure as `add` does */
    async create(account: { email: string; password: string; fullName: string }): Promise<string> {
      const { email, password, fullName } = account;
      const known = await findAccount(database, sql`u.email = ${email.toLowerCase()}`);
      return known?.id ?? (await add({ email, password, metadata: { full_name: fullName } }));
    },
  };
}

/** Only users whose e-mail address counts as confirmed can be created here. */
const newUserSchema = z.object({
  email: z.string().check(z.minLength(1)),
  password: z.string().check(z.minLength(1)),
  email_confirm: z.literal(true),
  user_metadata: z.optional(z.record(z.string(), z.unknown())),
  app_metadata: z._default(z.record(z.string(), z.string()), {}),
});

/** Of all that could be changed, only the password can, with `app_metadata` beside it. */
const changeSchema = z.strictObject({
  password: z.string().check(z.minLength(1)),
  app_metadata: z._default(z.record(z.string(), z.string()), {}),
});

/** Users are deleted for good. */
const deletionSchema = z.object({ should_soft_delete: z.optional(z.literal(false)) });

/**
 * The part of Auth's admin API that the product needs, for callers with the secret key. Statuses and bodies
 * are GoTrue's. With another password, all of an account's sessions end.
 * @param describe returns a person in the form that Auth gives
 */
export function adminUsers(
  { database, hashes, passwordMinimum, add }: Accounts,
  secretKey: string,
  describe: (id: string) => Promise<Record<string, unknown>>,
): Hono<AuthEnv> {
  const api = new Hono<AuthEnv>();

  api.use("*", async (c, next) => {
    const authorization = c.req.header("authorization");
    const apiKey = c.req.header("apikey");
    if (apiKey === undefined && authorization === undefined) {
      const message = "This endpoint requires a valid Bearer token";
      return c.json(authWording(401, "no_authorization", message), 401);
    }
    // With a person's token beside the key, that person's rights apply, not the key's.
    if (
      apiKey !== secretKey ||
      (authorization ?? `Bearer ${secretKey}`) !== `Bearer ${secretKey}`
    ) {
      return c.json(authWording(403, "not_admin", "User not allowed"), 403);
    }
    return await next();
  });

  api.post("/users", async (c) => {
    const { email, password, ...rest } = await readBody(c, newUserSchema);
    const { user_metadata: metadata = {}, app_metadata: appMetadata } = rest;
    return c.json(await describe(await add({ email, password, metadata, appMetadata })));
  });

  api.get("/users/:id", async (c) => {
    const user = readId(c.req.param("id"), "user_id");
    if (!(await findAccount(database, sql`u.id = ${user}`))) throw userNotFound();
    return c.json(await describe(user));
  });

  api.put("/users/:id", async (c) => {
    const user = readId(c.req.param("id"), "user_id");
    const { password, app_metadata } = await readBody(c, changeSchema);
    const account = await findAccount(database, sql`u.id = ${user}`);
    if (account === undefined) throw userNotFound();
    checkNewPassword(password, account.email, passwordMinimum);
    const hash = await hashes.make(password);
    const metadata = sql`
      coalesce(raw_app_meta_data, '{}'::jsonb) || ${JSON.stringify(app_metadata)}::text::jsonb`;
    await database.transaction().execute(async (tx) => {
      if (!(await storePassword(tx, account, hash, metadata))) throw userNotFound();
      await sql`delete from auth.sessions where user_id = ${user}`.execute(tx);
    });
    return c.json(await describe(user));
  });

  api.get("/users/:id/factors", async (c) =>
    c.json(await listFactors(database, readId(c.req.param("id"), "user_id"))),
  );

  api.delete("/users/:id/factors/:factorId", async (c) => {
    const user = readId(c.req.param("id"), "user_id");
    const factorId = readId(c.req.param("factorId"), "factor_id");
    return await database.transaction().execute(async (tx) => {
      await lockPerson(tx, user);
      const factor = (await listFactors(tx, user)).find(({ id }) => id === factorId);
      if (factor === undefined) throw factorNotFound();
      await deleteFactor(tx, factor.id);
      return c.json(factor);
    });
  });

  api.delete("/users/:id", async (c) => {
    const user = readId(c.req.param("id"), "user_id");
    if (c.req.raw.body) await readBody(c, deletionSchema);
    await database.transaction().execute(async (tx) => {
      await sql`delete from auth.refresh_tokens where user_id = ${user}`.execute(tx);
      const deleted = sql`delete from auth.users where id = ${user} returning id`;
      if (!(await firstRow(tx, deleted))) throw userNotFound();
    });
    return c.json({});
  });

  answerFailures(api, (method) => `Database error ${DATABASE_ERRORS[method] ?? "finding"} user`);
  return api;
}

/** What the database failed at, in GoTrue's words, by the request's method. */
const DATABASE_ERRORS: Readonly<Record<string, string>> = {
  POST: "creating new",
  PUT: "updating",
  DELETE: "deleting",
};

const userNotFound = () => new AuthFailure(404, "user_not_found", "User not found");

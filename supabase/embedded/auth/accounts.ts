import { randomUUID } from "node:crypto";
import type { Connection } from "@supabase/lite";
import { type Kysely, sql } from "kysely";
import { passwordFault } from "#supabase/functions/_shared/contracts/password.ts";
import { AuthFailure } from "./auth-failure.ts";
import { ensurePasswordIdentity } from "./external/identity-rows.ts";
import { deleteFactor, type Factor, listFactors, lockPerson } from "./factor-rows.ts";
import { weakPassword } from "./password-change.ts";
import type { PasswordHashes } from "./password-hashes.ts";

interface NewAccount {
  email: string;
  password: string;
  /** Data about the person that the account stores; `full_name` is copied into the profile. */
  metadata: Record<string, unknown>;
  /** Kept in the account's `app_metadata`, which only the server writes. */
  appMetadata?: Record<string, string>;
}

/** Longest e-mail address that the database column holds, in characters. */
const LONGEST_ADDRESS = 255;

export type Accounts = ReturnType<typeof openAccounts>;

/**
 * Creates, changes and deletes sign-in accounts, directly in Auth's own tables: @supabase/lite has no Auth
 * admin API, and its sign-up would hash the password on the thread that serves all requests. The statements
 * use the connection's Kysely, because there a request has the database session to itself.
 */
export function openAccounts(
  { connection }: { connection: Connection },
  hashes: PasswordHashes,
  passwordMinimum: number,
) {
  const database: Kysely<unknown> = connection.kysely;

  /**
   * Creates an account whose address needs no confirmation. Returns the person's id.
   * @throws AuthFailure, worded like GoTrue's, for an address or password that cannot be used
   */
  async function add({
    email: given,
    password,
    metadata,
    appMetadata,
  }: NewAccount): Promise<string> {
    const email = given.toLowerCase();
    if (!/^[^@\s\0]+@[^@\s\0]+$/.test(email) || email.length > LONGEST_ADDRESS) {
      throw new AuthFailure(
        400,
        "validation_failed",
        "Unable to validate email address: invalid format",
      );
    }
    const fault = passwordFault(password, email, passwordMinimum);
    if (fault !== null) throw weakPassword(fault);
    const hash = await hashes.make(password);
    const id = randomUUID();
    const ways = { ...appMetadata, provider: "email", providers: ["email"] };
    const person = { ...metadata, email, email_verified: true, phone_verified: false, sub: id };
    return await database.transaction().execute(async (tx) => {
      const added = await sql`
        insert into auth.users
          (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data, raw_app_meta_data)
        values (${id}, ${email}, ${hash}, now(), ${JSON.stringify(person)}::text::jsonb,
                ${JSON.stringify(ways)}::text::jsonb)
        on conflict do nothing returning id`.execute(tx);
      if (added.rows.length === 0) throw emailExists();
      await sql`
        insert into auth.identities (id, provider, provider_id, user_id, identity_data)
        values (${randomUUID()}, 'email', ${id}, ${id}, ${JSON.stringify(person)}::text::jsonb)`.execute(
        tx,
      );
      return id;
    });
  }

  return {
    add,

    /**
     * Creates the account unless it exists. Returns the person's id.
     * @throws AuthFailure as `add` does
     */
    async create(account: { email: string; password: string; fullName: string }): Promise<string> {
      const { email, password, fullName } = account;
      const found = await sql<{ id: string }>`
        select id from auth.users where email = ${email.toLowerCase()}`.execute(database);
      const [known] = found.rows;
      return known?.id ?? (await add({ email, password, metadata: { full_name: fullName } }));
    },

    async exists(id: string): Promise<boolean> {
      const found = await sql`select from auth.users where id = ${id}`.execute(database);
      return found.rows.length > 0;
    },

    /** Deletes an account with its sessions; false when there is none. */
    async delete(id: string): Promise<boolean> {
      return await database.transaction().execute(async (tx) => {
        await sql`delete from auth.refresh_tokens where user_id = ${id}`.execute(tx);
        const deleted = await sql`delete from auth.users where id = ${id} returning id`.execute(tx);
        return deleted.rows.length > 0;
      });
    },

    /**
     * Gives an account another password, also one that has signed in by other providers alone, adds to
     * its `app_metadata`, and ends its sessions. False when there is no such account.
     * @throws AuthFailure for a password that cannot be used
     */
    async setPassword(id: string, password: string, appMetadata: object): Promise<boolean> {
      const found = await sql<{ email: string }>`
        select email from auth.users where id = ${id}`.execute(database);
      const [account] = found.rows;
      if (account === undefined) return false;
      const { email } = account;
      const fault = passwordFault(password, email, passwordMinimum);
      if (fault !== null) throw weakPassword(fault);
      const hash = await hashes.make(password);
      return await database.transaction().execute(async (tx) => {
        const changed = await sql`
          update auth.users
          set encrypted_password = ${hash}, recovery_token = null, recovery_sent_at = null,
            raw_app_meta_data = coalesce(raw_app_meta_data, '{}'::jsonb)
                                || ${JSON.stringify(appMetadata)}::text::jsonb,
            updated_at = now()
          where id = ${id} returning id`.execute(tx);
        if (changed.rows.length === 0) return false;
        await ensurePasswordIdentity(tx, { id, email });
        await sql`delete from auth.sessions where user_id = ${id}`.execute(tx);
        return true;
      });
    },

    /** An account's second factors. */
    factors: (id: string) => listFactors(database, id),

    /** Removes a second factor of an account; null when it has no such factor. */
    async removeFactor(id: string, factorId: string): Promise<Factor | null> {
      return await database.transaction().execute(async (tx) => {
        await lockPerson(tx, id);
        const factor = (await listFactors(tx, id)).find((each) => each.id === factorId);
        if (factor === undefined) return null;
        await deleteFactor(tx, factor.id);
        return factor;
      });
    },
  };
}

const emailExists = () =>
  new AuthFailure(
    422,
    "email_exists",
    "A user with this email address has already been registered",
  );

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import {
  type Db,
  deleteFactor,
  type Factor,
  findAccount,
  firstRow,
  listFactors,
  lockPerson,
} from "./account-rows.ts";
import { AuthFailure } from "./auth-request.ts";
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
 * Creates, changes and deletes sign-in accounts in Auth's own tables: @supabase/lite has no admin API, and
 * its sign-up would hash the password on the thread that serves all requests.
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
    add,

    /** Creates the account unless it exists. Returns the person's id. @throws AuthFailure as `add` does */
    async create(account: { email: string; password: string; fullName: string }): Promise<string> {
      const { email, password, fullName } = account;
      const known = await findAccount(database, sql`u.email = ${email.toLowerCase()}`);
      return known?.id ?? (await add({ email, password, metadata: { full_name: fullName } }));
    },

    async exists(id: string): Promise<boolean> {
      return (await findAccount(database, sql`u.id = ${id}`)) !== undefined;
    },

    /** Deletes an account with its sessions; false when there is none. */
    async delete(id: string): Promise<boolean> {
      return await database.transaction().execute(async (tx) => {
        await sql`delete from auth.refresh_tokens where user_id = ${id}`.execute(tx);
        const deleted = sql`delete from auth.users where id = ${id} returning id`;
        return (await firstRow(tx, deleted)) !== undefined;
      });
    },

    /**
     * Gives an account another password, adds to its `app_metadata`, and ends its sessions. False when
     * there is no such account.
     * @throws AuthFailure for a password that cannot be used
     */
    async setPassword(id: string, password: string, appMetadata: object): Promise<boolean> {
      const account = await findAccount(database, sql`u.id = ${id}`);
      if (account === undefined) return false;
      checkNewPassword(password, account.email, passwordMinimum);
      const hash = await hashes.make(password);
      const metadata = sql`
        coalesce(raw_app_meta_data, '{}'::jsonb) || ${JSON.stringify(appMetadata)}::text::jsonb`;
      return await database.transaction().execute(async (tx) => {
        if (!(await storePassword(tx, account, hash, metadata))) return false;
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

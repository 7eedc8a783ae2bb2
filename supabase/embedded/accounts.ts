import { App, type Connection } from "@supabase/lite";
import { sql } from "kysely";
import { PASSWORD_MINIMUM } from "../functions/_shared/contracts/create-user.ts";

export type NewAccount = {
  email: string;
  password: string;
  /** What the account says about its person; `full_name` goes into the profile. */
  metadata: Record<string, unknown>;
};

/** An answer as the Auth server gives it: the user, or `{ code, error_code, msg }`. */
export type AuthAnswer = { status: number; body: Record<string, unknown> };

/** Sign-in accounts, which the served app creates and deletes for nobody. */
export type Accounts = {
  /** Creates an account whose address needs no confirmation. */
  add(account: NewAccount): Promise<AuthAnswer>;
  /**
   * Creates the account unless it exists, and answers the person's id.
   * @throws Error with the reason when the address or password is refused.
   */
  create(account: { email: string; password: string; fullName: string }): Promise<string>;
  /** Deletes an account with its sessions; false when there is none. */
  delete(id: string): Promise<boolean>;
};

const key = "accounts";

/**
 * @supabase/lite has no Auth admin API. A second app on the same connection, on no port, still has
 * signing up switched on. What it does not know goes through the connection's Kysely, which is where
 * a request has the database's session to itself.
 */
export async function openAccounts(
  { connection }: { connection: Connection },
  { jwtSecret }: { jwtSecret: string },
): Promise<Accounts> {
  const app = new App({
    connection,
    auth: {
      enabled: true,
      enable_signup: true,
      minimum_password_length: PASSWORD_MINIMUM,
      jwt_secret: jwtSecret,
      publishable_key: key,
      email: { enable_signup: true, enable_confirmations: false },
    },
  });
  await app.init();
  const database = connection.kysely;

  const signUp = ({ email, password, metadata }: NewAccount) =>
    app.fetch(
      new Request("http://localhost/auth/v1/signup", {
        method: "POST",
        headers: { apikey: key, "content-type": "application/json" },
        body: JSON.stringify({ email, password, data: metadata }),
      }),
    );

  async function idOf(email: string): Promise<string | undefined> {
    const found = await sql<{ id: string }>`
      select id from auth.users where email = ${email.toLowerCase()}`.execute(database);
    return found.rows[0]?.id;
  }

  async function add(account: NewAccount): Promise<AuthAnswer> {
    const reply = await signUp(account);
    const body = await reply.json();
    if (reply.ok) return { status: 200, body: await leaveSignedOut(body.user) };
    // Of two at once with one address, the database refuses the second, and that is no fault of ours.
    const taken = body.error_code === "user_already_exists" || reply.status >= 500;
    return taken && (await idOf(account.email)) !== undefined
      ? emailExists
      : { status: reply.status, body };
  }

  /** Signing up also signs in; nobody did. */
  async function leaveSignedOut(user: Record<string, unknown>): Promise<Record<string, unknown>> {
    await database.transaction().execute(async (tx) => {
      await sql`delete from auth.sessions where user_id = ${user.id}`.execute(tx);
      await sql`update auth.users set last_sign_in_at = null where id = ${user.id}`.execute(tx);
    });
    const { last_sign_in_at: _, ...signedOut } = user;
    return signedOut;
  }

  return {
    add,

    async create({ email, password, fullName }) {
      const { body } = await add({ email, password, metadata: { full_name: fullName } });
      const id = await idOf(email);
      if (id === undefined) throw new Error(`${email}: ${body.msg ?? body.message}`);
      return id;
    },

    async delete(id) {
      return await database.transaction().execute(async (tx) => {
        await sql`delete from auth.refresh_tokens where user_id = ${id}`.execute(tx);
        const gone = await sql`delete from auth.users where id = ${id} returning id`.execute(tx);
        return gone.rows.length > 0;
      });
    },
  };
}

const emailExists: AuthAnswer = {
  status: 422,
  body: {
    code: 422,
    error_code: "email_exists",
    msg: "A user with this email address has already been registered",
  },
};

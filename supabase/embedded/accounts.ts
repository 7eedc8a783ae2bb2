import { App } from "@supabase/lite";
import type { Database } from "./database.ts";
import type { Secrets } from "./secrets.ts";
import { minimumPasswordLength } from "./settings.ts";

/** Creates sign-in accounts, which the served app refuses to do for anybody. */
export type Accounts = {
  /**
   * Creates the account unless it exists, and answers the person's id.
   * @throws Error with the reason when the address or password is refused.
   */
  create(account: { email: string; password: string; fullName: string }): Promise<string>;
};

const key = "accounts";

/**
 * @supabase/lite has no Auth admin API. A second app on the same connection, on no port, still has
 * signing up switched on.
 */
export async function openAccounts(database: Database, secrets: Secrets): Promise<Accounts> {
  const app = new App({
    connection: database.connection,
    auth: {
      enabled: true,
      enable_signup: true,
      minimum_password_length: minimumPasswordLength,
      jwt_secret: secrets.jwtSecret,
      publishable_key: key,
    },
  });
  await app.init();

  const signUp = (account: { email: string; password: string; fullName: string }) =>
    app.fetch(
      new Request("http://localhost/auth/v1/signup", {
        method: "POST",
        headers: { apikey: key, "content-type": "application/json" },
        body: JSON.stringify({
          email: account.email,
          password: account.password,
          data: { full_name: account.fullName },
        }),
      }),
    );

  return {
    async create(account) {
      const reply = await signUp(account);
      const body = await reply.json();
      return await database.transaction(async (tx) => {
        const [user] = await tx.query("select id from auth.users where email = $1", [
          account.email.toLowerCase(),
        ]);
        if (!user) throw new Error(`${account.email}: ${body.msg ?? body.message ?? reply.status}`);
        // Signing up also signs in; nobody did.
        await tx.query("delete from auth.sessions where user_id = $1", [String(user.id)]);
        return String(user.id);
      });
    },
  };
}

import { z } from "zod/mini";
import { passwordMarkSchema, TEMPORARY_PASSWORD_UNTIL } from "../contracts/account-reset.ts";
import { parseJson } from "../contracts/parse-json.ts";
import type { Environment } from "./environment.ts";
import type { Ports } from "./ports.ts";
import { callBackend, serviceKeyHeaders } from "./service-rest.ts";

/** What the server keeps in an account's `app_metadata`, which only the server writes. */
const accountMarksSchema = z.object({
  /** The key of the request that created the account. */
  creation_key: z.optional(z.string()),
  ...passwordMarkSchema.shape,
});

export type AuthAdmin = ReturnType<typeof createAuthAdmin>;

const userSchema = z.object({ id: z.uuid(), email: z.string() });
const accountSchema = z.object({
  ...userSchema.shape,
  app_metadata: accountMarksSchema,
  last_sign_in_at: z.nullish(z.string()),
});
const factorsSchema = z.array(z.object({ id: z.uuid() }));
const errorSchema = z.object({ error_code: z.string() });

/** What of a new account the person can correct, by Auth's error codes. */
const MISTAKES = new Map<string, "email_taken" | "weak_password" | "bad_email">([
  ["email_exists", "email_taken"],
  ["user_already_exists", "email_taken"],
  ["weak_password", "weak_password"],
  ["validation_failed", "bad_email"],
  ["email_address_invalid", "bad_email"],
  ["email_address_not_authorized", "bad_email"],
]);

/**
 * The Auth server's admin API, with the rights of the server itself. Every call throws an Error that says what
 * failed if the Auth server does not do it.
 */
export function createAuthAdmin(environment: Environment, ports: Ports) {
  const headers = serviceKeyHeaders(environment.serviceRoleKey);
  const send = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object) =>
    callBackend(environment, ports, `auth/v1/admin/users${path}`, {
      ...{ method, headers },
      ...(body && { body }),
    });

  /** The reply's JSON; null when there is no such account. */
  async function ask(...request: Parameters<typeof send>): Promise<unknown> {
    const { ok, status, text, failure } = await send(...request);
    if (status === 404) return null;
    if (!ok) throw failure();
    return text ? JSON.parse(text) : {};
  }

  return {
    async createUser(account: {
      email: string;
      password: string;
      user_metadata: { full_name: string };
      app_metadata: z.infer<typeof accountMarksSchema>;
    }) {
      const { ok, text, failure } = await send("POST", "", { ...account, email_confirm: true });
      if (ok) return { kind: "created" as const, ...userSchema.parse(JSON.parse(text)) };
      const kind = MISTAKES.get(errorSchema.safeParse(parseJson(text)).data?.error_code ?? "");
      if (kind === undefined) throw failure();
      return { kind };
    },

    /** Null when there is no such account. */
    findUser: async (id: string) => z.nullable(accountSchema).parse(await ask("GET", `/${id}`)),

    /** Deletes an account with its sessions. False when there is none. */
    deleteUser: async (id: string) => (await ask("DELETE", `/${id}`)) !== null,

    /**
     * Gives an account a password that is good until then (ISO 8601), and ends its sessions. False when there is
     * no such account.
     */
    async setTemporaryPassword(id: string, password: string, until: string): Promise<boolean> {
      const app_metadata = { [TEMPORARY_PASSWORD_UNTIL]: until };
      return (await ask("PUT", `/${id}`, { password, app_metadata })) !== null;
    },

    /** Removes all second factors of an account. @returns their number */
    async removeFactors(id: string): Promise<number> {
      const factors = factorsSchema.parse(await ask("GET", `/${id}/factors`));
      // One that is not there any more was removed by the person meanwhile.
      for (const factor of factors) await ask("DELETE", `/${id}/factors/${factor.id}`);
      return factors.length;
    },
  };
}

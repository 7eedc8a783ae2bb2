import { z } from "zod/mini";
import { TEMPORARY_PASSWORD_UNTIL } from "../contracts/account-reset.ts";
import type { Environment } from "./environment.ts";
import type { Ports } from "./ports.ts";
import { BACKEND_LIMIT_MS, serviceKeyHeaders } from "./service-rest.ts";

interface NewAccount {
  email: string;
  password: string;
  fullName: string;
  /** Kept in the account's `app_metadata`, which only the server writes. */
  marks: AccountMarks;
}

/** What the server keeps in an account's `app_metadata`. */
const accountMarksSchema = z.object({
  /** The key of the request that created the account. */
  creation_key: z.optional(z.string()),
  [TEMPORARY_PASSWORD_UNTIL]: z.optional(z.string()),
});
type AccountMarks = z.infer<typeof accountMarksSchema>;

/** An account as it is now. */
interface Account {
  id: string;
  email: string;
  marks: AccountMarks;
  /** Whether anybody has ever signed in with it. */
  isUsed: boolean;
}

/** The result of creating an account; the last three are errors that the person can correct. */
type CreatedAccount =
  | { kind: "created"; id: string; email: string }
  | { kind: "email_taken" }
  | { kind: "weak_password" }
  | { kind: "bad_email" };

export type AuthAdmin = ReturnType<typeof createAuthAdmin>;

const userSchema = z.object({ id: z.uuid(), email: z.string() });
const accountSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  app_metadata: accountMarksSchema,
  last_sign_in_at: z.nullish(z.string()),
});
const factorsSchema = z.array(z.object({ id: z.uuid() }));
const errorSchema = z.object({ error_code: z.string() });

/**
 * The Auth server's admin API, with the rights of the server itself. Every call throws an Error that says what
 * failed if the Auth server does not do it.
 */
export function createAuthAdmin(environment: Environment, ports: Ports) {
  async function send(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object) {
    const response = await ports.fetch(`${environment.supabaseUrl}/auth/v1/admin/${path}`, {
      method,
      headers: {
        ...serviceKeyHeaders(environment.serviceRoleKey),
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: ports.clock.timeout(BACKEND_LIMIT_MS),
    });
    const text = await response.text();
    return {
      ok: response.ok,
      status: response.status,
      text,
      failure: () => new Error(`auth/v1/admin: status ${response.status}: ${text}`),
    };
  }

  return {
    async createUser({ email, password, fullName, marks }: NewAccount): Promise<CreatedAccount> {
      const reply = await send("POST", "users", {
        email,
        password,
        email_confirm: true,
        user_metadata: { full_name: fullName },
        app_metadata: marks,
      });
      if (reply.ok) return { kind: "created", ...userSchema.parse(JSON.parse(reply.text)) };
      switch (errorCodeOf(reply.text)) {
        case "email_exists":
        case "user_already_exists":
          return { kind: "email_taken" };
        case "weak_password":
          return { kind: "weak_password" };
        case "validation_failed":
        case "email_address_invalid":
        case "email_address_not_authorized":
          return { kind: "bad_email" };
        default:
          throw reply.failure();
      }
    },

    /** Null when there is no such account. */
    async findUser(id: string): Promise<Account | null> {
      const reply = await send("GET", `users/${id}`);
      if (reply.status === 404) return null;
      if (!reply.ok) throw reply.failure();
      const user = accountSchema.parse(JSON.parse(reply.text));
      const isUsed = typeof user.last_sign_in_at === "string";
      return { id: user.id, email: user.email, marks: user.app_metadata, isUsed };
    },

    /** Deletes an account with its sessions. False when there is none. */
    async deleteUser(id: string): Promise<boolean> {
      const reply = await send("DELETE", `users/${id}`);
      if (reply.status === 404) return false;
      if (!reply.ok) throw reply.failure();
      return true;
    },

    /**
     * Gives an account a password that is good until then, and ends its sessions. False when there is
     * no such account.
     */
    async setTemporaryPassword(id: string, password: string, until: Date): Promise<boolean> {
      const reply = await send("PUT", `users/${id}`, {
        password,
        app_metadata: { [TEMPORARY_PASSWORD_UNTIL]: until.toISOString() },
      });
      if (reply.status === 404) return false;
      if (!reply.ok) throw reply.failure();
      return true;
    },

    /** Removes all second factors of an account. @returns their number */
    async removeFactors(id: string): Promise<number> {
      const listed = await send("GET", `users/${id}/factors`);
      if (!listed.ok) throw listed.failure();
      const factors = factorsSchema.parse(JSON.parse(listed.text));
      for (const factor of factors) {
        const removed = await send("DELETE", `users/${id}/factors/${factor.id}`);
        // The person may have removed it meanwhile.
        if (!removed.ok && removed.status !== 404) throw removed.failure();
      }
      return factors.length;
    },
  };
}

function errorCodeOf(text: string): string | null {
  try {
    return errorSchema.parse(JSON.parse(text)).error_code;
  } catch {
    return null;
  }
}

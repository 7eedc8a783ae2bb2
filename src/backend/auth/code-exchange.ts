import { AuthApiError, type AuthError, AuthRetryableFetchError } from "@supabase/supabase-js";
import { z } from "zod/mini";
import type { SessionTokens } from "./tokens.ts";

/** The parameters of the address with which a person comes back from an external provider. */
export interface ArrivedCode {
  code: string;
  /** The secret that this browser has kept since the sign-in began (PKCE). */
  verifier: string;
}

const sessionSchema = z.object({ access_token: z.string(), refresh_token: z.string() });
const refusalSchema = z.object({ error_code: z.optional(z.string()), msg: z.optional(z.string()) });

/**
 * Exchanges a code for a session. auth-js's own method looks for the secret where it keeps sessions;
 * here nothing is kept before a sign-in is complete.
 */
export async function exchangeCode(
  way: { url: string; publicKey: string; fetch: typeof fetch },
  { code, verifier }: ArrivedCode,
): Promise<SessionTokens | AuthError> {
  try {
    const reply = await way.fetch(`${way.url}/auth/v1/token?grant_type=pkce`, {
      method: "POST",
      headers: { apikey: way.publicKey, "content-type": "application/json" },
      body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
    });
    if (reply.status >= 500) return new AuthRetryableFetchError("No session yet", reply.status);
    const body: unknown = await reply.json();
    if (reply.ok) {
      const session = sessionSchema.parse(body);
      return { accessToken: session.access_token, refreshToken: session.refresh_token };
    }
    const { error_code: errorCode, msg = "The code was refused" } = refusalSchema.parse(body);
    return new AuthApiError(msg, reply.status, errorCode);
  } catch {
    return new AuthRetryableFetchError("No answer from the auth server", 0);
  }
}

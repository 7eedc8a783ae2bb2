import { decodeJwt } from "jose";
import type { Kysely } from "kysely";
import { z } from "zod/mini";
import { assuranceOf, noteMethod } from "./assurance.ts";
import { factorsOf } from "./factor-rows.ts";
import type { AccessTokens } from "./signing/access-tokens.ts";

export interface AssuranceClaims {
  /**
   * Returns the reply with `aal` and `amr` claims in its session's access token, which say how the
   * person authenticated, and with the user's factors.
   * @param method how the person authenticated to begin this session; null if a session continues
   */
  session(reply: Response, method: string | null): Promise<Response>;
  /** Returns the reply with the factors of its user added. */
  user(reply: Response): Promise<Response>;
}

type Body = Record<string, unknown>;

const claimsSchema = z.looseObject({ session_id: z.uuid() });
const sessionSchema = z.looseObject({
  access_token: z.string(),
  user: z.looseObject({ id: z.uuid() }),
});
const userSchema = z.looseObject({ id: z.uuid() });

/**
 * @supabase/lite signs tokens without `aal` and `amr`, and for this process alone: this adds the
 * claims, and signs them for everybody.
 */
export function addAssuranceClaims(
  database: Kysely<unknown>,
  { tokens, now }: { tokens: Pick<AccessTokens, "sign">; now: () => number },
): AssuranceClaims {
  async function withClaims(accessToken: string, method: string | null): Promise<string> {
    const claims = claimsSchema.parse(decodeJwt(accessToken));
    if (method !== null) await noteMethod(database, claims.session_id, method, now());
    const assurance = await assuranceOf(database, claims.session_id);
    return await tokens.sign({ ...claims, ...assurance });
  }

  async function withFactors(user: Body & { id: string }): Promise<Body> {
    const factors = await factorsOf(database, user.id);
    return factors.length === 0 ? user : { ...user, factors };
  }

  return {
    async session(reply, method) {
      const session = sessionSchema.safeParse(await bodyOf(reply));
      if (!session.success) return reply;
      return withBody(reply, {
        ...session.data,
        access_token: await withClaims(session.data.access_token, method),
        user: await withFactors(session.data.user),
      });
    },

    async user(reply) {
      const user = userSchema.safeParse(await bodyOf(reply));
      return user.success ? withBody(reply, await withFactors(user.data)) : reply;
    },
  };
}

/** Reads the body of a successful reply from a clone, so that the reply keeps its body. */
async function bodyOf(reply: Response): Promise<unknown> {
  if (!reply.ok) return null;
  return await reply
    .clone()
    .json()
    .catch(() => null);
}

function withBody(reply: Response, body: Body): Response {
  const headers = new Headers(reply.headers);
  headers.delete("content-length");
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify(body), { status: reply.status, headers });
}

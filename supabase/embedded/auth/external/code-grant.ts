import { createHash } from "node:crypto";
import { z } from "zod/mini";
import { AuthFailure } from "../auth-failure.ts";
import { readBody, text } from "../auth-request.ts";
import type { AuthServices } from "../auth-services.ts";
import { takeCode } from "./code-rows.ts";

const grantSchema = z.strictObject({
  auth_code: text(255).check(z.minLength(1)),
  /** As RFC 7636, section 4.1, wants it. */
  code_verifier: z.string().check(z.regex(/^[\w.~-]{43,128}$/)),
});

/**
 * Begins the session of somebody who came back from a provider with a code. The code works once,
 * and only with the secret that the app has kept in the browser where the sign-in began (PKCE).
 * @returns the answer to `POST /token?grant_type=pkce`
 */
export function codeGrant(
  parts: AuthServices,
): (request: Request, clientAddress: string) => Promise<Response> {
  return async (request, clientAddress) => {
    const refused = await parts.keyRefusal(request, clientAddress);
    if (refused) return refused;
    const { auth_code: code, code_verifier: verifier } = await readBody(request, grantSchema);
    const attempt = await parts.attempts.take("external", parts.anonymous(clientAddress));
    const taken = await takeCode(parts.database, code, parts.now());
    if (!taken) {
      throw new AuthFailure(
        404,
        "flow_state_not_found",
        "invalid flow state, no valid flow state found",
      );
    }
    if (createHash("sha256").update(verifier).digest("base64url") !== taken.challenge) {
      throw new AuthFailure(
        400,
        "bad_code_verifier",
        "code challenge does not match previously saved code verifier",
      );
    }
    if (taken.banned) throw new AuthFailure(400, "user_banned", "User is banned");
    await attempt.succeeded();
    return await parts.remember(Response.json(await parts.sessions.begin(taken, "oauth")));
  };
}

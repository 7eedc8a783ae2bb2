import { createHash } from "node:crypto";
import { z } from "zod/mini";
import { checkFreshProof } from "../assurance.ts";
import { identifyCaller } from "../auth-caller.ts";
import { AuthFailure } from "../auth-failure.ts";
import { captcha, readBody, text } from "../auth-request.ts";
import type { AuthServices } from "../auth-services.ts";
import { enterAccount, linkAccount } from "./external-sign-in.ts";
import { verifyIdToken } from "./id-token.ts";

const LONGEST_TOKEN = 16_384;

const grantSchema = z.strictObject({
  provider: text(100),
  id_token: text(LONGEST_TOKEN).check(z.minLength(1)),
  access_token: z.nullish(text(LONGEST_TOKEN)),
  nonce: z.nullish(text(500)),
  link_identity: z.optional(z.boolean()),
  gotrue_meta_security: captcha,
});

/**
 * Signs somebody in by an ID token that a provider gave to their app, or, with `link_identity`,
 * links the provider's person to the account of the signed-in caller, whose session goes on.
 * @returns the answer to `POST /token?grant_type=id_token`
 */
export async function idTokenGrant(
  parts: AuthServices,
  request: Request,
  clientAddress: string,
): Promise<Response> {
  const { attempts, database, issuers, sessions } = parts;
  const refused = await parts.keyRefusal(request, clientAddress);
  if (refused) return refused;
  const body = await readBody(request, grantSchema);
  const caller = body.link_identity ? await identifyOwner(parts, request, clientAddress) : null;
  if (caller instanceof Response) return caller;
  if (caller !== null) await checkFreshProof(database, caller, parts.now());
  const provider = issuers.provider(body.provider);

  const attempt = await attempts.take("external", parts.anonymous(clientAddress));
  const person = await verifyIdToken(issuers, provider, body.id_token, {
    nonce: body.nonce ? hashed(body.nonce) : undefined,
    accessToken: body.access_token || undefined,
  });
  if (caller !== null) {
    await linkAccount(database, caller.id, provider, person);
    await attempt.succeeded();
    return await sessions.renew(request, clientAddress, caller.sessionId);
  }
  const account = await enterAccount(database, provider, person);
  await attempt.succeeded();
  return await sessions.begin(account, "oauth");
}

async function identifyOwner(
  { lite, database }: AuthServices,
  request: Request,
  clientAddress: string,
) {
  if (request.headers.get("authorization") === null) {
    throw new AuthFailure(
      400,
      "validation_failed",
      "Linking requires a valid user access token in Authorization",
    );
  }
  return await identifyCaller(lite, database, request, clientAddress);
}

/** The app gives the provider a hash, so that nobody learns the nonce from the token. */
function hashed(nonce: string): string {
  return createHash("sha256").update(nonce).digest("hex");
}

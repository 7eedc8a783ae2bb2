import { createHash } from "node:crypto";
import { errors, type JWTVerifyResult, jwtVerify } from "jose";
import { z } from "zod/mini";
import type { OidcProvider } from "../../setup/oidc-providers.ts";
import { AuthFailure, text } from "../auth-request.ts";
import { type Issuers, unreachable } from "./issuers.ts";

/** Somebody whom a provider has identified. */
export interface ExternalPerson {
  /** The provider's id of the person, which never changes. */
  sub: string;
  email: string | undefined;
  /** Whether the provider has checked that the address is theirs, and may speak for its domain. */
  emailVerified: boolean;
  name: string | undefined;
}

/** What an ID token is checked against, besides its signature. */
export interface Expected {
  /** The value of the `nonce` claim; undefined: the token must have none. */
  nonce: string | undefined;
  /** An access token that came with the ID token: its hash must fit the claim `at_hash`. */
  accessToken?: string | undefined;
}

/** Signatures by a private key. With a shared secret, whoever can check could also sign. */
const ALGORITHMS = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];
/** By how much the provider's clock may differ, in seconds. */
const CLOCK_TOLERANCE = 30;

/** Lengths that the database's columns and indexes hold. */
const personSchema = z.object({
  sub: text(255).check(z.minLength(1)),
  email: z.catch(z.optional(text(255)), undefined),
  // Some providers write it as text.
  email_verified: z.catch(z.optional(z.union([z.boolean(), z.string()])), undefined),
  name: z.catch(z.optional(text(255)), undefined),
});
const checksSchema = z.object({
  azp: z.optional(z.string()),
  nonce: z.optional(z.string()),
  at_hash: z.optional(z.string()),
});

const bad = (message: string) => new AuthFailure(400, "validation_failed", message);

/**
 * Verifies an ID token as OpenID Connect Core 1.0, section 3.1.3.7, demands: its signature by a key
 * that the issuer publishes, issuer, audience, authorized party, expiry and nonce.
 * @throws AuthFailure 400 for a token that is not valid here, 503 if the provider does not answer
 */
export async function verifyIdToken(
  issuers: Issuers,
  provider: OidcProvider,
  idToken: string,
  expected: Expected,
): Promise<ExternalPerson> {
  const audiences = [provider.clientId, ...provider.audiences];
  const { metadata, keys } = await issuers.issuer(provider);
  let verified: JWTVerifyResult;
  try {
    verified = await jwtVerify(idToken, keys, {
      algorithms: ALGORITHMS,
      issuer: metadata.issuer,
      audience: audiences,
      clockTolerance: CLOCK_TOLERANCE,
      requiredClaims: ["sub", "exp", "iat"],
    });
  } catch (error) {
    if (isOutage(error)) throw unreachable(provider, error);
    const wrongAudience = error instanceof errors.JWTClaimValidationFailed && error.claim === "aud";
    throw bad(wrongAudience ? "Unacceptable audience in id_token" : "Bad ID token");
  }
  const { payload, protectedHeader } = verified;
  const claims = checksSchema.safeParse(payload);
  if (!claims.success) throw bad("Bad ID token");
  const { azp, nonce, at_hash } = claims.data;
  // A provider signs other tokens for the same client with the same keys: access tokens (RFC 9068) and the
  // announcements that somebody has signed out.
  const { typ = "JWT", alg } = protectedHeader;
  if (typ.toUpperCase() !== "JWT" || payload.events !== undefined) throw bad("Bad ID token");
  const parties = azp === undefined ? [payload.aud ?? []].flat() : [azp];
  if (!parties.every((party) => audiences.includes(party))) {
    throw bad("Unacceptable audience in id_token");
  }
  if ((nonce === undefined) !== (expected.nonce === undefined)) {
    throw bad("Passed nonce and nonce in id_token should either both exist or not.");
  }
  if (nonce !== expected.nonce) throw bad("Nonces mismatch");
  const { accessToken } = expected;
  if (accessToken !== undefined && at_hash !== undefined) {
    if (at_hash !== accessTokenHash(accessToken, alg)) throw bad("Bad ID token");
  }
  return personIn(provider, payload);
}

/**
 * Reads who somebody is from claims that the provider has made.
 * @throws AuthFailure 400 if they name nobody
 */
export function personIn(
  { emailDomains }: OidcProvider,
  claims: Record<string, unknown>,
): ExternalPerson {
  const parsed = personSchema.safeParse(claims);
  if (!parsed.success) throw bad("Bad ID token");
  const { sub, email, email_verified, name } = parsed.data;
  const isVerified = String(email_verified) === "true";
  // Letters beyond ASCII become equal to ASCII ones in lower case.
  const isPlain = email !== undefined && /^[!-~]+$/.test(email);
  const domain = email?.toLowerCase().split("@").at(-1) ?? "";
  const maySpeak = emailDomains?.includes(domain) ?? true;
  return { sub, email, emailVerified: isVerified && isPlain && maySpeak, name };
}

/** Whether the provider's keys could not be read, whatever the token is. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true;
  return error instanceof errors.JWKSTimeout || error.code === "ERR_JOSE_GENERIC";
}

/** The left half of the token's hash by the signature's algorithm (OpenID Connect Core, 3.1.3.6). */
function accessTokenHash(accessToken: string, alg: string): string {
  const [bits = "512"] = /\d{3}$/.exec(alg) ?? [];
  const digest = createHash(`sha${bits}`).update(accessToken).digest();
  return digest.subarray(0, digest.length / 2).toString("base64url");
}

import { createHmac } from "node:crypto";
import { SignJWT } from "jose";

/**
 * The secret by which @supabase/lite verifies tokens: it knows no other kind of key. What it signs
 * never leaves this process, and is accepted from nobody outside.
 * @param jwtSecret the deployment's secret, from which it is derived
 */
export function internalSecret(jwtSecret: string): string {
  return createHmac("sha256", jwtSecret).update("internal tokens").digest("base64url");
}

/** Signs tokens for @supabase/lite alone. */
export function internalSigner(
  jwtSecret: string,
): (claims: Record<string, unknown>) => Promise<string> {
  const secret = new TextEncoder().encode(internalSecret(jwtSecret));
  return (claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(secret);
}

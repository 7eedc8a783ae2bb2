import { Secret, TOTP } from "otpauth";
import type { Backend } from "./backend.ts";

/** An authenticator app that somebody has enrolled. */
export interface EnrolledFactor {
  id: string;
  /** Base32. */
  secret: string;
  /** Of the session that enrolled it, after it was raised to `aal2`. */
  accessToken: string;
  refreshToken: string;
}

/** The code that an app shows now; a code of `steps` 1 is taken as well, before its time has come. */
export function codeOf(factor: Pick<EnrolledFactor, "secret">, steps: 0 | 1 = 0): string {
  const timestamp = Date.now() + steps * 30_000;
  return TOTP.generate({ secret: Secret.fromBase32(factor.secret), timestamp });
}

/** Enrols a factor for the person of an access token, and gives its first code. */
export async function enrolFactor(backend: Backend, accessToken: string): Promise<EnrolledFactor> {
  const factor = await askAuth(backend, accessToken, "factors", { factor_type: "totp" });
  const { secret } = factor.totp;
  const raised = await giveCode(backend, accessToken, factor.id, codeOf({ secret }));
  return { id: factor.id, secret, ...raised };
}

/** Raises the session of an access token. @throws Error with the backend's answer when it refuses */
export async function giveCode(
  backend: Backend,
  accessToken: string,
  factorId: string,
  code: string,
): Promise<{ accessToken: string; refreshToken: string }> {
  const { id } = await askAuth(backend, accessToken, `factors/${factorId}/challenge`, {});
  const body = { challenge_id: id, code };
  const session = await askAuth(backend, accessToken, `factors/${factorId}/verify`, body);
  return { accessToken: session.access_token, refreshToken: session.refresh_token };
}

async function askAuth(backend: Backend, accessToken: string, path: string, body: object) {
  const reply = await fetch(`${backend.url}/auth/v1/${path}`, {
    method: "POST",
    headers: {
      apikey: backend.publishableKey,
      authorization: `Bearer ${accessToken}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return await reply.json();
}

import { Secret, TOTP } from "otpauth";
import type { Backend } from "./backend.ts";
import { browserOf, type Visitor } from "./browser-like.ts";

/** An authenticator app that a person has enrolled. */
export interface EnrolledFactor {
  id: string;
  /** Base32. */
  secret: string;
  /** The token of the session that enrolled it, after it was raised to `aal2`. */
  accessToken: string;
}

/** The code that an app shows now; with `steps` 1 the next one, accepted before its time. */
export function codeOf(factor: Pick<EnrolledFactor, "secret">, steps: 0 | 1 = 0): string {
  const timestamp = Date.now() + steps * 30_000;
  return TOTP.generate({ secret: Secret.fromBase32(factor.secret), timestamp });
}

/**
 * Enrols a factor for the person of an access token, and verifies it with its first code.
 * @param browser the browser that does so; a new one by default
 */
export async function enrolFactor(
  backend: Backend,
  accessToken: string,
  browser: Visitor = browserOf(backend),
): Promise<EnrolledFactor> {
  const factor = await ask<NewFactor>(browser, accessToken, "factors", { factor_type: "totp" });
  const { secret } = factor.totp;
  const raised = await answer(browser, accessToken, factor.id, codeOf({ secret }));
  return { id: factor.id, secret, ...raised };
}

/** Raises the session of an access token with a code. @throws Error with the backend's answer */
export function giveCode(
  backend: Backend,
  accessToken: string,
  factorId: string,
  code: string,
): Promise<{ accessToken: string }> {
  return answer(browserOf(backend), accessToken, factorId, code);
}

interface NewFactor {
  id: string;
  totp: { secret: string };
}
interface Session {
  access_token: string;
}

async function answer(browser: Visitor, accessToken: string, factorId: string, code: string) {
  const path = `factors/${factorId}`;
  const { id } = await ask<{ id: string }>(browser, accessToken, `${path}/challenge`, {});
  const given = { challenge_id: id, code };
  const session = await ask<Session>(browser, accessToken, `${path}/verify`, given);
  return { accessToken: session.access_token };
}

async function ask<Body>(
  browser: Visitor,
  accessToken: string,
  path: string,
  body: object,
): Promise<Body> {
  const reply = await browser.auth("POST", path, body, accessToken);
  if (reply.status !== 200) {
    throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  }
  return reply.body as Body;
}

import { Hono } from "hono";
import { sql } from "kysely";
import * as otpauth from "otpauth";
import { renderSVG } from "uqr";
import { z } from "zod/mini";
import {
  type Caller,
  type Db,
  deleteFactor,
  type Factor,
  firstRow,
  iso,
  listFactors,
  lockPerson,
  needsFactor,
  TOTP,
} from "./account-rows.ts";
import { noteMethod } from "./assurance.ts";
import { type AuthEnv, AuthFailure, readBody, readId, text } from "./auth-request.ts";
import type { AuthServices } from "./auth-services.ts";

const MINUTE = 60_000;
/** How long a challenge can be answered, in milliseconds. */
const CHALLENGE_LIFE = 5 * MINUTE;
/** An unfinished enrolment that is older than this, in milliseconds, is deleted at the next enrolment. */
const ENROLMENT_LIFE = 5 * MINUTE;
const MOST_FACTORS = 10;
/** The number of wrong answers that closes a challenge: the client then has to request another one. */
const MOST_WRONG_ANSWERS = 5;
/** Text that the database accepts and a URI can contain: no control characters, no unpaired surrogates. */
const plainText = (longest: number) =>
  z.string().check(z.maxLength(longest), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));

const TOTP_SETTINGS = { algorithm: "SHA1", digits: 6, period: 30 };
const SECRET_BYTES = 20;
/** The two clocks may differ by one step in either direction. */
const SKEW = 1;

const enrolmentSchema = z.strictObject({
  factor_type: z.literal("totp"),
  friendly_name: z.nullish(plainText(100)),
  issuer: z.nullish(plainText(64)),
});
const answerSchema = z.strictObject({ challenge_id: z.uuid(), code: text(100) });

/** For a factor that does not exist or is not the caller's. */
export const factorNotFound = () =>
  new AuthFailure(404, "mfa_factor_not_found", "Factor not found");

/**
 * Serves authenticator apps (TOTP) under `/auth/v1/factors`. Stricter than GoTrue: a code works only once,
 * a challenge allows only a few wrong answers, and codes are limited as strictly as passwords.
 */
export function factorApi(parts: AuthServices): Hono<AuthEnv> {
  const { database, now } = parts;
  /** The issuer that authenticator apps show, unless the enrolment request names another. */
  const { host } = new URL(parts.siteUrl);
  const api = new Hono<AuthEnv>();

  api.use("*", async (c, next) => {
    c.set("caller", await parts.identify(c));
    return await next();
  });

  api.post("/", async (c) => {
    const { caller } = c.var;
    const body = await readBody(c, enrolmentSchema);
    const name = body.friendly_name?.trim() ?? "";
    const id = crypto.randomUUID();
    const secret = new otpauth.Secret({ size: SECRET_BYTES });
    // What the authenticator app shows.
    const label = { issuer: body.issuer || host, label: caller.email };
    const uri = new otpauth.TOTP({ ...TOTP_SETTINGS, ...label, secret }).toString();
    // An SVG image without characters that a URL would have to escape.
    const qr_code = renderSVG(uri, { border: 4, pixelSize: 4 });
    await database.transaction().execute(async (tx) => {
      await lockPerson(tx, caller.id);
      await sql`
        delete from auth.mfa_factors f
        where status = 'unverified' and created_at < ${iso(now() - ENROLMENT_LIFE)}
          and not exists (
            select from auth.mfa_challenges c
            where c.factor_id = f.id and c.created_at >= ${iso(now() - CHALLENGE_LIFE)})
      `.execute(tx);
      checkRoom(await listFactors(tx, caller.id), name, caller.aal);
      await sql`
        insert into auth.mfa_factors
          (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
        values (${id}, ${caller.id}, ${name}, 'totp', 'unverified', ${secret.base32},
                ${iso(now())}, ${iso(now())})`.execute(tx);
    });
    return c.json({
      id,
      type: "totp",
      friendly_name: name,
      totp: { qr_code, secret: secret.base32, uri },
    });
  });

  api.post("/:id/challenge", async (c) => {
    const factorId = ownFactor(c.var.caller, c.req.param("id")).id;
    const id = crypto.randomUUID();
    const created = now();
    await sql`
      with expired as (
        delete from auth.mfa_challenges
        where factor_id = ${factorId} and created_at < ${iso(created - CHALLENGE_LIFE)})
      insert into auth.mfa_challenges (id, factor_id, created_at)
      values (${id}, ${factorId}, ${iso(created)})`.execute(database);
    const expires = Math.floor((created + CHALLENGE_LIFE) / 1000);
    return c.json({ id, type: "totp", expires_at: expires });
  });

  api.post("/:id/verify", async (c) => {
    const { caller } = c.var;
    const factorId = ownFactor(caller, c.req.param("id")).id;
    const answer = await readBody(c, answerSchema);
    const attempt = await parts.attempts.take("code", await parts.attempter(c, caller.email));
    const right = await database
      .transaction()
      .execute((tx) => takeAnswer(tx, caller, { ...answer, factorId }, now()));
    if (!right) throw new AuthFailure(422, "mfa_verification_failed", "Invalid TOTP code entered");
    await attempt.succeeded();
    return await parts.sessions.renew(c, caller.sessionId);
  });

  api.delete("/:id", async (c) => {
    const { caller } = c.var;
    const factor = ownFactor(caller, c.req.param("id"));
    if (factor.status === "verified" && caller.aal !== "aal2") {
      throw new AuthFailure(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    await database.transaction().execute((tx) => deleteFactor(tx, factor.id));
    return c.json({ id: factor.id });
  });

  api.all("*", (c) => c.text("404 page not found\n", 404));

  return api;
}

/** The caller's factor of that id. @throws AuthFailure where there is none */
function ownFactor(caller: Caller, id: string): Factor {
  const wanted = readId(id, "factor_id");
  const factor = caller.factors.find((own) => own.id === wanted);
  if (!factor) throw factorNotFound();
  return factor;
}

/** @throws AuthFailure when the person may not enrol another factor of that name */
function checkRoom(factors: Factor[], name: string, aal: Caller["aal"]): void {
  if (name !== "" && factors.some((factor) => factor.friendly_name === name)) {
    const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
    throw new AuthFailure(422, "mfa_factor_name_conflict", message);
  }
  if (factors.length >= MOST_FACTORS) {
    const message = "Maximum number of verified factors reached, unenroll to continue";
    throw new AuthFailure(422, "too_many_enrolled_mfa_factors", message);
  }
  // Otherwise somebody who knows only the password could add a factor of their own.
  if (aal !== "aal2" && needsFactor(factors)) {
    throw new AuthFailure(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  }
}

/**
 * Checks the answer to a challenge. A right one verifies the factor, makes the caller's session `aal2`, and
 * ends the caller's `aal1` sessions and unfinished enrolments.
 * @throws AuthFailure for a challenge that cannot be answered
 */
async function takeAnswer(
  tx: Db,
  { id: userId, sessionId }: Caller,
  { challenge_id: id, code, factorId }: { challenge_id: string; code: string; factorId: string },
  now: number,
): Promise<boolean> {
  await lockPerson(tx, userId);
  const keys = sql<{ secret: string; last_step: number }>`
    select secret, last_step from auth.mfa_factors
    where id = ${factorId} and user_id = ${userId}`;
  const key = await firstRow(tx, keys);
  if (!key) throw factorNotFound();
  const challenges = sql<{ open: boolean }>`
    select verified_at is null and created_at >= ${iso(now - CHALLENGE_LIFE)}
           and wrong_answers < ${MOST_WRONG_ANSWERS} as open
    from auth.mfa_challenges where id = ${id} and factor_id = ${factorId}`;
  const challenge = await firstRow(tx, challenges);
  if (!challenge) {
    const message = "MFA factor with the provided challenge ID not found";
    throw new AuthFailure(422, "mfa_factor_not_found", message);
  }
  if (!challenge.open) {
    const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`;
    throw new AuthFailure(422, "mfa_challenge_expired", message);
  }
  const step = stepOfCode(key.secret, code, now);
  if (step === null || step <= key.last_step) {
    await sql`
      update auth.mfa_challenges set wrong_answers = wrong_answers + 1 where id = ${id}
    `.execute(tx);
    return false;
  }
  await sql`update auth.mfa_challenges set verified_at = ${iso(now)} where id = ${id}`.execute(tx);
  await sql`
    update auth.mfa_factors set last_step = ${step}, status = 'verified',
      updated_at = case status when 'verified' then updated_at else ${iso(now)} end
    where id = ${factorId}`.execute(tx);
  await sql`
    delete from auth.mfa_factors where user_id = ${userId} and status = 'unverified'`.execute(tx);
  await noteMethod(tx, sessionId, TOTP, now);
  await sql`
    update auth.sessions set aal = 'aal2', factor_id = ${factorId} where id = ${sessionId}
  `.execute(tx);
  await sql`
    delete from auth.sessions
    where user_id = ${userId} and coalesce(aal, 'aal1') < 'aal2'`.execute(tx);
  return true;
}

/**
 * The time step (RFC 6238) that a code belongs to, or null when it is wrong at that time.
 * @param secret base32
 * @param now milliseconds since 1970
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const token = code.trim();
  if (!/^\d{6}$/.test(token)) return null;
  const delta = otpauth.TOTP.validate({
    ...TOTP_SETTINGS,
    token,
    secret: otpauth.Secret.fromBase32(secret),
    timestamp: now,
    window: SKEW,
  });
  return delta === null
    ? null
    : otpauth.TOTP.counter({ period: TOTP_SETTINGS.period, timestamp: now }) + delta;
}

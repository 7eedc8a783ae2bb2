import { Hono } from "hono";
import { z } from "zod/mini";
import { lowerSessionsOf, raiseSession } from "./assurance.ts";
import { type Caller, identifyCaller } from "./auth-caller.ts";
import { AuthFailure } from "./auth-failure.ts";
import { type AuthEnv, readBody, text } from "./auth-request.ts";
import type { AuthServices } from "./auth-services.ts";
import {
  checkChallenge,
  checkRoom,
  checkType,
  factorNotFound,
  ownFactor,
} from "./factor-refusals.ts";
import * as rows from "./factor-rows.ts";
import { renewSession } from "./session-renewal.ts";
import { newTotpKey, stepOfCode } from "./totp.ts";

type Env = AuthEnv & { Variables: { caller: Caller } };

const MINUTE = 60_000;
/** How long a challenge can be answered, in milliseconds. */
const CHALLENGE_LIFE = 5 * MINUTE;
/**
 * An unfinished enrolment that is older than this, in milliseconds, is deleted at the next
 * enrolment.
 */
const ENROLMENT_LIFE = 5 * MINUTE;
/**
 * Text that the database accepts and a URI can contain: no control characters, no unpaired
 * surrogates.
 */
const plainText = (longest: number) =>
  z.string().check(z.maxLength(longest), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));

const enrolmentSchema = z.strictObject({
  factor_type: text(100),
  friendly_name: z.nullish(plainText(100)),
  issuer: z.nullish(plainText(64)),
  // Sent for kinds of factors that are not supported here.
  phone: z.nullish(z.string()),
});
const answerSchema = z.strictObject({ challenge_id: z.uuid(), code: text(100) });

/**
 * Serves second factors under `/auth/v1/factors`: authenticator apps (TOTP) only. Statuses, bodies
 * and the effects on sessions are GoTrue's. Stricter than GoTrue: a code works only once, a
 * challenge allows only a few wrong answers, and codes are limited as strictly as passwords.
 */
export function factorApi(parts: AuthServices): Hono<Env> {
  const { lite, database, now } = parts;
  /** The issuer that authenticator apps show, unless the enrolment request names another. */
  const { host } = new URL(parts.siteUrl);
  const api = new Hono<Env>();

  api.use("*", async (c, next) => {
    const caller = await identifyCaller(lite, database, c.req.raw, c.env.clientAddress);
    if (caller instanceof Response) return caller;
    c.set("caller", caller);
    return await next();
  });

  api.post("/", async (c) => {
    const { caller } = c.var;
    const body = await readBody(c.req.raw, enrolmentSchema);
    checkType(body.factor_type);
    const name = body.friendly_name?.trim() ?? "";
    const id = crypto.randomUUID();
    const key = newTotpKey({ issuer: body.issuer || host, account: caller.email });
    await database.transaction().execute(async (tx) => {
      await rows.lockPerson(tx, caller.id);
      await rows.deleteAbandonedFactors(tx, now() - ENROLMENT_LIFE, now() - CHALLENGE_LIFE);
      checkRoom(await rows.factorsOf(tx, caller.id), name, caller.aal);
      await rows.addFactor(tx, { id, userId: caller.id, name, secret: key.secret }, now());
    });
    return c.json({
      id,
      type: "totp",
      friendly_name: name,
      totp: { qr_code: key.qrCode, secret: key.secret, uri: key.uri },
    });
  });

  api.post("/:id/challenge", async (c) => {
    const factorId = ownFactor(c.var.caller, c.req.param("id")).id;
    const id = crypto.randomUUID();
    const created = now();
    await database
      .transaction()
      .execute((tx) => rows.addChallenge(tx, { id, factorId }, created, created - CHALLENGE_LIFE));
    const expires = Math.floor((created + CHALLENGE_LIFE) / 1000);
    return c.json({ id, type: "totp", expires_at: expires });
  });

  api.post("/:id/verify", async (c) => {
    const { caller } = c.var;
    const factorId = ownFactor(caller, c.req.param("id")).id;
    const answer = await readBody(c.req.raw, answerSchema);
    const attempt = await parts.attempts.take(
      "code",
      await parts.attempter(c.req.raw, c.env.clientAddress, caller.email),
    );
    const right = await database.transaction().execute(async (tx) => {
      await rows.lockPerson(tx, caller.id);
      const key = await rows.factorKey(tx, caller.id, factorId);
      if (key === null) throw factorNotFound();
      const challenge = { id: answer.challenge_id, factorId };
      checkChallenge(
        challenge.id,
        await rows.challengeState(tx, challenge, now() - CHALLENGE_LIFE),
      );
      const step = stepOfCode(key.secret, answer.code, now());
      if (step === null || step <= key.last_step) {
        await rows.countWrongAnswer(tx, challenge.id);
        return false;
      }
      await rows.closeChallenge(tx, challenge.id, now());
      await rows.takeCode(tx, { id: factorId, userId: caller.id, step }, now());
      await raiseSession(tx, { id: caller.sessionId, userId: caller.id, factorId }, now());
      return true;
    });
    if (!right) throw new AuthFailure(422, "mfa_verification_failed", "Invalid TOTP code entered");
    await attempt.succeeded();
    const { clientAddress } = c.env;
    const session = await renewSession(parts, c.req.raw, clientAddress, caller.sessionId);
    return await parts.remember(session);
  });

  api.delete("/:id", async (c) => {
    const { caller } = c.var;
    const factor = ownFactor(caller, c.req.param("id"));
    if (factor.status === "verified" && caller.aal !== "aal2") {
      throw new AuthFailure(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    await database.transaction().execute(async (tx) => {
      await rows.deleteFactor(tx, factor.id);
      await lowerSessionsOf(tx, factor.id);
    });
    return c.json({ id: factor.id });
  });

  api.all("*", (c) => c.text("404 page not found\n", 404));

  return api;
}

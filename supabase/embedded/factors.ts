import { Hono } from "hono";
import type { Kysely } from "kysely";
import { z } from "zod/mini";
import { lowerSessionsOf, raiseSession, refreshTokenOf } from "./assurance.ts";
import { type Auth, type Caller, identifyCaller } from "./auth-caller.ts";
import { AuthFailure } from "./auth-failure.ts";
import {
  checkChallenge,
  checkPace,
  checkRoom,
  checkType,
  factorNotFound,
  failureLife,
  ownFactor,
} from "./factor-refusals.ts";
import * as rows from "./factor-rows.ts";
import type { SessionStamp } from "./session-stamp.ts";
import { newTotpKey, stepOfCode } from "./totp.ts";

type Env = { Bindings: { clientAddress: string }; Variables: { caller: Caller } };

const minute = 60_000;
/** How long a challenge can be answered. */
const challengeLife = 5 * minute;
/** After that, a factor that nobody finished enrolling is forgotten with the next enrolment. */
const enrolmentLife = 5 * minute;
/** Nothing that a database refuses or an address cannot hold. */
const plainText = (longest: number) =>
  z.string().check(z.maxLength(longest), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));

const enrolmentSchema = z.object({
  factor_type: z.string(),
  friendly_name: z.nullish(plainText(100)),
  issuer: z.nullish(plainText(64)),
});
const answerSchema = z.object({ challenge_id: z.uuid(), code: z.string() });

/**
 * Second factors of people, as `/auth/v1/factors`: authenticator apps (TOTP) alone. Statuses, bodies
 * and what becomes of sessions are GoTrue's; beyond it, a code is good only once.
 */
export function factorApi(options: {
  /** Auth without second factors. */
  auth: Auth;
  database: Kysely<unknown>;
  stamp: SessionStamp;
  /** How apps name where a factor is for, unless whoever enrols says it. */
  issuer: string;
  /** Milliseconds since 1970. */
  now: () => number;
}): Hono<Env> {
  const { auth, database, stamp, now } = options;
  const api = new Hono<Env>();

  api.use("*", async (c, next) => {
    const caller = await identifyCaller(auth, database, c.req.raw, c.env.clientAddress);
    if (caller instanceof Response) return caller;
    c.set("caller", caller);
    return await next();
  });

  api.post("/", async (c) => {
    const { caller } = c.var;
    const body = await read(c.req.raw, enrolmentSchema);
    checkType(body.factor_type);
    const name = body.friendly_name?.trim() ?? "";
    const id = crypto.randomUUID();
    const key = newTotpKey({ issuer: body.issuer || options.issuer, account: caller.email });
    await database.transaction().execute(async (tx) => {
      await rows.lockPerson(tx, caller.id);
      await rows.deleteAbandonedFactors(tx, now() - enrolmentLife, now() - challengeLife);
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
      .execute((tx) => rows.addChallenge(tx, { id, factorId }, created, created - challengeLife));
    const expires = Math.floor((created + challengeLife) / 1000);
    return c.json({ id, type: "totp", expires_at: expires });
  });

  api.post("/:id/verify", async (c) => {
    const { caller } = c.var;
    const factorId = ownFactor(caller, c.req.param("id")).id;
    const answer = await read(c.req.raw, answerSchema);
    const right = await database.transaction().execute(async (tx) => {
      await rows.lockPerson(tx, caller.id);
      const key = await rows.factorKey(tx, caller.id, factorId);
      if (key === null) throw factorNotFound();
      checkPace(await rows.failuresSince(tx, caller.id, now() - failureLife), now());
      const challenge = { id: answer.challenge_id, factorId };
      checkChallenge(challenge.id, await rows.challengeState(tx, challenge, now() - challengeLife));
      const step = stepOfCode(key.secret, answer.code, now());
      if (step === null || step <= key.last_step) {
        const failure = { userId: caller.id, factorId };
        await rows.addFailure(tx, failure, now(), now() - failureLife);
        return false;
      }
      await rows.closeChallenge(tx, challenge.id, now());
      await rows.takeCode(tx, { id: factorId, userId: caller.id, step }, now());
      await raiseSession(tx, { id: caller.sessionId, userId: caller.id, factorId }, now());
      return true;
    });
    if (!right) throw new AuthFailure(422, "mfa_verification_failed", "Invalid TOTP code entered");
    return await renewed(c.req.raw, c.env.clientAddress, caller.sessionId);
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

  /** The session with a token that says what it has become. */
  async function renewed(
    request: Request,
    clientAddress: string,
    sessionId: string,
  ): Promise<Response> {
    const token = await refreshTokenOf(database, sessionId);
    if (token === null) {
      throw new AuthFailure(
        403,
        "session_not_found",
        "Session from session_id claim in JWT does not exist",
      );
    }
    const { origin } = new URL(request.url);
    const refresh = new Request(`${origin}/auth/v1/token?grant_type=refresh_token`, {
      method: "POST",
      headers: {
        apikey: request.headers.get("apikey") ?? "",
        "content-type": "application/json",
      },
      body: JSON.stringify({ refresh_token: token }),
    });
    return await stamp.session(await auth(refresh, clientAddress), null);
  }

  return api;
}

async function read<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body: unknown = await request.json().catch(() => {
    throw new AuthFailure(400, "bad_json", "Could not parse request body as JSON");
  });
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const field = String(parsed.error.issues[0]?.path[0] ?? "body");
  throw new AuthFailure(400, "validation_failed", `The ${field} cannot be used`);
}

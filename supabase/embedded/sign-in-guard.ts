import { compare } from "bcryptjs";
import { Hono } from "hono";
import { type Kysely, sql } from "kysely";
import { z } from "zod/mini";
import { type SessionReply, sessionIn } from "./session-reply.ts";

type Auth = (request: Request, clientAddress: string) => Promise<Response>;

const passwordSchema = z.object({ email: z.string(), password: z.string() });
const refreshSchema = z.object({ refresh_token: z.string() });
const mailSchema = z.object({
  email: z.string().check(z.regex(/^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/)),
});

/** How long after the answer a mail is seen to, in milliseconds. */
const mailDelay = 250;

/**
 * Two things that @supabase/lite leaves to whoever serves it. No suspended person gets a session: the
 * statuses and words are GoTrue's for a banned user, once the password was right. And nobody learns
 * from an answer, or from how long it takes, whether there is an account for an address.
 * @param auth answers everything under `/auth/v1`
 */
export function guardSignIn(auth: Auth, database: Kysely<unknown>): Auth {
  const guard = new Hono<{ Bindings: { clientAddress: string } }>().basePath("/auth/v1");

  guard.post("/token", async (c) => {
    const grant = c.req.query("grant_type");
    const request = await readWhole(c.req.raw);
    if (grant === "refresh_token") {
      const refresh = refreshSchema.safeParse(request.json);
      // Before it is spent: it is good again when the person is.
      if (refresh.success && (await isBanned(database, refresh.data.refresh_token))) {
        return userBanned(400, "Invalid Refresh Token: User Banned");
      }
    }
    const attempt = passwordSchema.safeParse(grant === "password" ? request.json : null);
    const account = attempt.success ? await accountOrAny(database, attempt.data.email) : undefined;
    const reply = await auth(request.again, c.env.clientAddress);
    // Whose address is unknown was compared with no password.
    if (attempt.success && account && !account.wanted) {
      await compare(attempt.data.password, account.password);
    }
    return await withoutBanned(reply, () => userBanned(400, "User is banned"));
  });

  guard.on(["GET", "POST"], ["/verify", "/callback"], async (c) => {
    const reply = await auth(c.req.raw, c.env.clientAddress);
    return await withoutBanned(reply, ({ returnTo }) =>
      returnTo === undefined ? userBanned(403, "User is banned") : returnWithout(returnTo),
    );
  });

  for (const path of ["/recover", "/otp", "/magiclink", "/resend"]) {
    guard.post(path, async (c) => {
      const { again, json } = await readWhole(c.req.raw);
      const { clientAddress } = c.env;
      if (!mailSchema.safeParse(json).success) return await auth(again, clientAddress);
      const headers = new Headers([...again.headers].filter(([name]) => !/^content-/i.test(name)));
      const admitted = await auth(
        new Request(new URL("settings", again.url), { headers }),
        clientAddress,
      );
      if (!admitted.ok) return admitted;
      // There is more to do where there is an account: it is done when the answer is long gone.
      setTimeout(() => {
        auth(again, clientAddress).catch((error) => console.error(`${path} failed: ${error}`));
      }, mailDelay);
      return c.json({}, 200);
    });
  }

  guard.all("*", (c) => auth(c.req.raw, c.env.clientAddress));

  async function withoutBanned(
    reply: Response,
    refuse: (session: SessionReply) => Response,
  ): Promise<Response> {
    const session = await sessionIn(reply);
    if (session === null || !(await isBanned(database, session.refreshToken))) return reply;
    await endSession(database, session.refreshToken);
    return refuse(session);
  }

  return async (request, clientAddress) => await guard.fetch(request, { clientAddress });
}

/** A request that can be looked into and still be sent on, also after its sender was answered. */
async function readWhole(request: Request): Promise<{ again: Request; json: unknown }> {
  const body = await request.text();
  const { method, headers } = request;
  return { again: new Request(request.url, { method, headers, body }), json: parsed(body) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The password's hash of that address or, where nobody has it, of anybody: it takes as long. */
async function accountOrAny(
  database: Kysely<unknown>,
  email: string,
): Promise<{ wanted: boolean; password: string } | undefined> {
  const found = await sql<{ wanted: boolean; password: string }>`
    (select true as wanted, encrypted_password as password from auth.users
     where email = ${storable(email.toLowerCase())} and encrypted_password <> '')
    union all
    (select false, encrypted_password from auth.users where encrypted_password <> '' limit 1)
    limit 1`.execute(database);
  return found.rows[0];
}

async function isBanned(database: Kysely<unknown>, refreshToken: string): Promise<boolean> {
  const found = await sql`
    select from auth.refresh_tokens r join auth.users u on u.id = r.user_id
    where r.token = ${storable(refreshToken)} and u.banned_until > now()`.execute(database);
  return found.rows.length > 0;
}

async function endSession(database: Kysely<unknown>, refreshToken: string): Promise<void> {
  await sql`
    delete from auth.sessions
    where id in (select session_id from auth.refresh_tokens where token = ${refreshToken})`.execute(
    database,
  );
}

/** The database refuses a text with a zero character; no address and no token has one. */
function storable(text: string): string {
  return text.replaceAll("\0", "");
}

function userBanned(status: 400 | 403, msg: string): Response {
  return Response.json({ code: status, error_code: "user_banned", msg }, { status });
}

function returnWithout(address: string): Response {
  const fragment = new URLSearchParams({
    error: "access_denied",
    error_code: "user_banned",
    error_description: "User is banned",
  });
  return new Response(null, { status: 303, headers: { location: `${address}#${fragment}` } });
}

import { Hono } from "hono";
import type { Kysely } from "kysely";
import { z } from "zod/mini";
import { endOtherSessions } from "./assurance.ts";
import { type Auth, identifyCaller } from "./auth-caller.ts";
import { AuthFailure } from "./auth-failure.ts";
import { factorApi } from "./factors.ts";
import { sessionStamp } from "./session-stamp.ts";

const changeSchema = z.object({
  password: z.optional(z.string()),
  email: z.optional(z.string()),
});

/**
 * Gives an Auth server that knows nothing of them second factors and assurance levels: the factors
 * themselves, users that carry theirs, and sessions whose tokens say `aal` and `amr`.
 * @param auth answers everything under `/auth/v1`
 */
export function withSecondFactors(
  auth: Auth,
  options: {
    database: Kysely<unknown>;
    jwtSecret: string;
    /** Where the app is; its host names the deployment in authenticator apps. */
    siteUrl: string;
    /** Milliseconds since 1970. */
    now: () => number;
  },
): Auth {
  const { database, now } = options;
  const stamp = sessionStamp(database, options);
  const issuer = new URL(options.siteUrl).host;
  const api = new Hono<{ Bindings: { clientAddress: string } }>().basePath("/auth/v1");

  api.options("*", (c) => auth(c.req.raw, c.env.clientAddress));
  api.route("/factors", factorApi({ auth, database, stamp, issuer, now }));

  api.get("/user", async (c) => await stamp.user(await auth(c.req.raw, c.env.clientAddress)));

  api.put("/user", async (c) => {
    const { url, method, headers } = c.req.raw;
    const body = await c.req.text();
    const caller = await identifyCaller(auth, database, c.req.raw, c.env.clientAddress);
    if (caller instanceof Response) return caller;
    const { password, email } = readChange(body);
    const newEmail = email ? email.toLowerCase() !== caller.email.toLowerCase() : false;
    const protectedByFactor = caller.factors.some(({ status }) => status === "verified");
    if ((password || newEmail) && protectedByFactor && caller.aal !== "aal2") {
      throw new AuthFailure(
        401,
        "insufficient_aal",
        "AAL2 session is required to update email or password when MFA is enabled.",
      );
    }
    const reply = await auth(new Request(url, { method, headers, body }), c.env.clientAddress);
    // Whoever knew the old password is out.
    if (reply.ok && password) {
      await endOtherSessions(database, { id: caller.sessionId, userId: caller.id });
    }
    return await stamp.user(reply);
  });

  api.all("*", async (c) => {
    const reply = await auth(c.req.raw, c.env.clientAddress);
    return await stamp.session(reply, methodOf(new URL(c.req.url)));
  });

  api.onError((error, c) => {
    if (error instanceof AuthFailure) return error.reply();
    console.error(`${c.req.method} ${c.req.path} failed: ${error.message}`);
    return new AuthFailure(500, "unexpected_failure", "Internal server error").reply();
  });

  return async (request, clientAddress) => await api.fetch(request, { clientAddress });
}

/** By GoTrue's names, how a session that begins at an address has been begun; null: it goes on. */
function methodOf({ pathname, searchParams }: URL): string | null {
  if (pathname.endsWith("/verify")) return "otp";
  if (pathname.endsWith("/signup")) return "password";
  switch (searchParams.get("grant_type")) {
    case "password":
      return "password";
    case "refresh_token":
      return null;
    default:
      return "oauth";
  }
}

function readChange(body: string): z.output<typeof changeSchema> {
  try {
    return changeSchema.safeParse(JSON.parse(body)).data ?? {};
  } catch {
    // Auth itself says what is wrong with it.
    return {};
  }
}

import type { EmailDriver } from "@supabase/lite";
import { Hono } from "hono";
import { z } from "zod/mini";
import { identifyCaller, requireSession } from "./auth-caller.ts";
import { AuthFailure } from "./auth-failure.ts";
import { type Auth, type AuthEnv, readBody, rebuilt } from "./auth-request.ts";
import { type AuthOptions, openAuthServices } from "./auth-services.ts";
import { authorizeApi } from "./external/authorize-api.ts";
import { unlinkIdentity } from "./external/unlink.ts";
import { factorApi } from "./factors.ts";
import { changePassword, changeSchema } from "./password-change.ts";
import { recoveryApi } from "./recovery-api.ts";
import { tokenApi } from "./token-api.ts";

const scopes = z.enum(["global", "local", "others"]);

/**
 * Serves Auth under `/auth/v1`: only the routes, methods and grants that the product uses. Statuses
 * and bodies are GoTrue's. @supabase/lite gets only requests that are built anew here and in the
 * sub-routers, so that its other features (six-digit codes without a limit of guesses, sign-up for
 * anybody) cannot be reached. Neither an answer nor its duration tells whether an address has an
 * account, and no suspended person gets a session.
 * @param lite @supabase/lite's handler of everything under `/auth/v1`
 */
export function openAuth(
  lite: Auth,
  options: AuthOptions & { mail: EmailDriver },
): {
  fetch: Auth;
  /** Returns a person in the form that Auth gives. */
  describe(id: string): Promise<Record<string, unknown>>;
} {
  const parts = openAuthServices(lite, options);
  const { database, sessions } = parts;
  const api = new Hono<AuthEnv>().basePath("/auth/v1");

  api.get("/health", (c) => lite(rebuilt(c.req.raw, "GET", "health"), c.env.clientAddress));

  // Needs no key, like on a hosted project: other services verify tokens with it.
  api.get("/.well-known/jwks.json", (c) => c.json({ keys: options.tokens.published() }));

  api.get("/settings", async (c) => {
    const reply = await lite(rebuilt(c.req.raw, "GET", "settings"), c.env.clientAddress);
    if (!reply.ok) return reply;
    const { external, ...settings } = await reply.json();
    const ours = options.oidcProviders.map(({ id }) => [id, true]);
    return c.json({ ...settings, external: { ...external, ...Object.fromEntries(ours) } });
  });

  api.route("/token", tokenApi(parts));
  api.route("/", authorizeApi(parts));
  api.route("/", recoveryApi(parts, options.mail));
  api.route("/factors", factorApi(parts));

  api.post("/logout", async (c) => {
    requireSession(c.req.raw);
    const scope = scopes.safeParse(c.req.query("scope") ?? "local");
    if (!scope.success) throw new AuthFailure(400, "validation_failed", "Unsupported scope");
    const path = `logout?scope=${scope.data}`;
    return await lite(rebuilt(c.req.raw, "POST", path), c.env.clientAddress);
  });

  api.get("/user", async (c) => {
    const reply = await lite(rebuilt(c.req.raw, "GET", "user"), c.env.clientAddress);
    if (!reply.ok) return reply;
    requireSession(c.req.raw);
    return c.json(await sessions.withFactors(await reply.json()));
  });

  api.put("/user", async (c) => {
    const caller = await identifyCaller(lite, database, c.req.raw, c.env.clientAddress);
    if (caller instanceof Response) return caller;
    await changePassword(parts, caller, await readBody(c.req.raw, changeSchema));
    return c.json(await sessions.user(caller.id));
  });

  api.delete("/user/identities/:id", async (c) => {
    const caller = await identifyCaller(lite, database, c.req.raw, c.env.clientAddress);
    if (caller instanceof Response) return caller;
    await unlinkIdentity(parts, caller, c.req.param("id"));
    return c.json({});
  });

  api.notFound((c) => c.text("404 page not found\n", 404));
  api.onError((error, c) => {
    if (error instanceof AuthFailure) return error.reply();
    console.error(`${c.req.method} ${c.req.path} failed: ${error.message}`);
    return new AuthFailure(500, "unexpected_failure", "Internal server error").reply();
  });

  return {
    fetch: async (request, clientAddress) => await api.fetch(request, { clientAddress }),
    describe: (id) => sessions.user(id),
  };
}

import type { EmailDriver } from "@supabase/lite";
import { Hono } from "hono";
import { z } from "zod/mini";
import { type Accounts, adminUsers } from "./accounts.ts";
import {
  type Auth,
  type AuthEnv,
  answerFailures,
  askLite,
  checked,
  readBody,
} from "./auth-request.ts";
import { type AuthOptions, openAuthServices, requireSession } from "./auth-services.ts";
import { authorizeApi } from "./external/authorize-api.ts";
import { unlinkIdentity } from "./external/identities.ts";
import { factorApi } from "./factors.ts";
import { changePassword, changeSchema } from "./passwords.ts";
import { recoveryApi } from "./recovery-api.ts";
import { tokenApi } from "./token-api.ts";

const logoutSchema = z.object({
  scope: z._default(z.enum(["global", "local", "others"]), "local"),
});

/**
 * Serves what the product uses of Auth under `/auth/v1`. Statuses and bodies are GoTrue's.
 * @supabase/lite gets only requests that are built anew, so that its other features (six-digit codes
 * without a limit of guesses, sign-up for anybody) cannot be reached. Neither an answer nor its
 * duration tells whether an address has an account.
 * @param lite @supabase/lite's handler of everything under `/auth/v1`
 */
export function openAuth(
  lite: Auth,
  options: AuthOptions & Accounts & { mail: EmailDriver; secretKey: string },
): Auth {
  const parts = openAuthServices(lite, options);
  const { sessions } = parts;
  const api = new Hono<AuthEnv>().basePath("/auth/v1");

  api.get("/health", (c) => askLite(lite, c, "health"));

  // Needs no key, like on a hosted project: other services verify tokens with it.
  api.get("/.well-known/jwks.json", (c) => c.json({ keys: options.tokens.published() }));

  api.get("/settings", async (c) => {
    const reply = await askLite(lite, c, "settings");
    if (!reply.ok) return reply;
    const { external, ...settings } = await reply.json();
    const ours = options.oidcProviders.map(({ id }) => [id, true]);
    return c.json({ ...settings, external: { ...external, ...Object.fromEntries(ours) } });
  });

  api.route("/token", tokenApi(parts));
  api.route("/", authorizeApi(parts));
  api.route("/", recoveryApi(parts, options.mail));
  api.route("/factors", factorApi(parts));
  api.route("/admin", adminUsers(options, options.secretKey, sessions.user));

  api.post("/logout", async (c) => {
    requireSession(c.req.raw);
    const { scope } = checked(c.req.query(), logoutSchema);
    return await askLite(lite, c, `logout?scope=${scope}`, { method: "POST" });
  });

  api.get("/user", async (c) => {
    const reply = await askLite(lite, c, "user");
    if (!reply.ok) return reply;
    requireSession(c.req.raw);
    return c.json(await sessions.withFactors(await reply.json()));
  });

  api.put("/user", async (c) => {
    const caller = await parts.identify(c);
    await changePassword(parts, caller, await readBody(c, changeSchema));
    return c.json(await sessions.user(caller.id));
  });

  api.delete("/user/identities/:id", async (c) => {
    const caller = await parts.identify(c);
    await unlinkIdentity(parts, caller, c.req.param("id"));
    return c.json({});
  });

  answerFailures(api, () => "Internal server error");
  return async (request, clientAddress) => await api.fetch(request, { clientAddress });
}

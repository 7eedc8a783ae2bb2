import { Hono } from "hono";
import { z } from "zod/mini";
import { authWording } from "../http/refusal-wording.ts";
import type { Accounts } from "./accounts.ts";
import { type AuthEnv, AuthFailure, answerFailures, readBody, readId } from "./auth-request.ts";
import { factorNotFound } from "./factors.ts";

/** Only users whose e-mail address counts as confirmed can be created here. */
const newUserSchema = z.object({
  email: z.string().check(z.minLength(1)),
  password: z.string().check(z.minLength(1)),
  email_confirm: z.literal(true),
  user_metadata: z.optional(z.record(z.string(), z.unknown())),
  app_metadata: z._default(z.record(z.string(), z.string()), {}),
});

/** Of all that could be changed, only the password can, with `app_metadata` beside it. */
const changeSchema = z.strictObject({
  password: z.string().check(z.minLength(1)),
  app_metadata: z._default(z.record(z.string(), z.string()), {}),
});

/** Users are deleted for good. */
const deletionSchema = z.object({ should_soft_delete: z.optional(z.literal(false)) });

/**
 * The part of Auth's admin API that the product needs, for callers with the secret key. Statuses and bodies
 * are GoTrue's.
 * @param describe returns a person in the form that Auth gives
 */
export function adminUsers(
  accounts: Accounts,
  secretKey: string,
  describe: (id: string) => Promise<Record<string, unknown>>,
): Hono<AuthEnv> {
  const api = new Hono<AuthEnv>().basePath("/auth/v1/admin");

  api.use("*", async (c, next) => {
    const authorization = c.req.header("authorization");
    const apiKey = c.req.header("apikey");
    if (apiKey === undefined && authorization === undefined) {
      const message = "This endpoint requires a valid Bearer token";
      return c.json(authWording(401, "no_authorization", message), 401);
    }
    // With a person's token beside the key, that person's rights apply, not the key's.
    if (
      apiKey !== secretKey ||
      (authorization ?? `Bearer ${secretKey}`) !== `Bearer ${secretKey}`
    ) {
      return c.json(authWording(403, "not_admin", "User not allowed"), 403);
    }
    return await next();
  });

  api.post("/users", async (c) => {
    const { email, password, ...rest } = await readBody(c, newUserSchema);
    const { user_metadata: metadata = {}, app_metadata: appMetadata } = rest;
    return c.json(await describe(await accounts.add({ email, password, metadata, appMetadata })));
  });

  api.get("/users/:id", async (c) => {
    const user = readId(c.req.param("id"), "user_id");
    if (!(await accounts.exists(user))) throw userNotFound();
    return c.json(await describe(user));
  });

  api.put("/users/:id", async (c) => {
    const user = readId(c.req.param("id"), "user_id");
    const { password, app_metadata } = await readBody(c, changeSchema);
    if (!(await accounts.setPassword(user, password, app_metadata))) throw userNotFound();
    return c.json(await describe(user));
  });

  api.get("/users/:id/factors", async (c) =>
    c.json(await accounts.factors(readId(c.req.param("id"), "user_id"))),
  );

  api.delete("/users/:id/factors/:factorId", async (c) => {
    const user = readId(c.req.param("id"), "user_id");
    const factorId = readId(c.req.param("factorId"), "factor_id");
    const removed = await accounts.removeFactor(user, factorId);
    if (removed === null) throw factorNotFound();
    return c.json(removed);
  });

  api.delete("/users/:id", async (c) => {
    const user = readId(c.req.param("id"), "user_id");
    if (c.req.raw.body) await readBody(c, deletionSchema);
    if (!(await accounts.delete(user))) throw userNotFound();
    return c.json({});
  });

  answerFailures(api, (method) => `Database error ${DATABASE_ERRORS[method] ?? "finding"} user`);
  return api;
}

/** What the database failed at, in GoTrue's words, by the request's method. */
const DATABASE_ERRORS: Readonly<Record<string, string>> = {
  POST: "creating new",
  PUT: "updating",
  DELETE: "deleting",
};

const userNotFound = () => new AuthFailure(404, "user_not_found", "User not found");

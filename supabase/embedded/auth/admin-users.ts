import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod/mini";
import type { Accounts } from "./accounts.ts";
import { AuthFailure } from "./auth-failure.ts";

/** Only users whose e-mail address counts as confirmed can be created here. */
const newUserSchema = z.object({
  email: z.string().check(z.minLength(1)),
  password: z.string().check(z.minLength(1)),
  email_confirm: z.literal(true),
  user_metadata: z.optional(z.record(z.string(), z.unknown())),
});

const deletionSchema = z.object({ should_soft_delete: z.optional(z.literal(false)) });

const id = z.uuid();
const LARGEST_BODY = 64 * 1024;

/**
 * The part of Auth's admin API that the product needs, under `/auth/v1/admin/users`: creating and
 * deleting a user. The caller must send the secret key. Statuses and bodies are GoTrue's.
 * @param describe returns a person in the form that Auth gives
 */
export function adminUsers(
  accounts: Accounts,
  secretKey: string,
  describe: (id: string) => Promise<Record<string, unknown>>,
): Hono {
  const api = new Hono().basePath("/auth/v1/admin");

  api.use("*", async (c, next) => {
    const authorization = c.req.header("authorization");
    const apiKey = c.req.header("apikey");
    if (apiKey === undefined && authorization === undefined) {
      return c.json(
        failure(401, "no_authorization", "This endpoint requires a valid Bearer token"),
        401,
      );
    }
    // With a person's token beside the key, that person's rights apply, not the key's.
    if (
      apiKey !== secretKey ||
      (authorization ?? `Bearer ${secretKey}`) !== `Bearer ${secretKey}`
    ) {
      return c.json(failure(403, "not_admin", "User not allowed"), 403);
    }
    return await next();
  });

  api.use("*", bodyLimit({ maxSize: LARGEST_BODY }));

  api.post("/users", async (c) => {
    const parsed = newUserSchema.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const field = String(issue?.path[0] ?? "body");
      return c.json(failure(400, "validation_failed", `The ${field} cannot be used`), 400);
    }
    const { email, password, user_metadata: metadata = {} } = parsed.data;
    return c.json(await describe(await accounts.add({ email, password, metadata })));
  });

  api.delete("/users/:id", async (c) => {
    const user = id.safeParse(c.req.param("id"));
    if (!user.success) {
      return c.json(failure(404, "validation_failed", "user_id must be an UUID"), 404);
    }
    const text = await c.req.text();
    const deletion = deletionSchema.safeParse(text === "" ? {} : parseJson(text));
    if (!deletion.success) {
      return c.json(failure(400, "validation_failed", "Users are deleted for good here"), 400);
    }
    if (await accounts.delete(user.data)) return c.json({}, 200);
    return c.json(failure(404, "user_not_found", "User not found"), 404);
  });

  api.notFound((c) => c.text("404 page not found\n", 404));
  api.onError((error, c) => {
    if (error instanceof AuthFailure) return error.reply();
    console.error(`${c.req.method} ${c.req.path} failed: ${error.message}`);
    const what = c.req.method === "DELETE" ? "deleting" : "creating new";
    return c.json(failure(500, "unexpected_failure", `Database error ${what} user`), 500);
  });
  return api;
}

function failure(code: number, errorCode: string, message: string) {
  return { code, error_code: errorCode, msg: message };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

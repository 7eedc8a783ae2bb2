import type { MiddlewareHandler } from "hono";

/** No request of the storage that is JSON comes near it, in bytes. */
const longestJson = 64 * 1024;

/** Gives 400 to JSON that nobody can read, where @supabase/lite answers it with 500. */
export const unreadableJson: MiddlewareHandler = async (c, next) => {
  const isShort = Number(c.req.header("content-length") ?? 0) <= longestJson;
  const copy = isShort ? c.req.raw.clone() : null;
  await next();
  if (copy === null || c.res.status !== 500 || isReadable(await copy.text())) return;
  c.res = c.json({ statusCode: "400", error: "Bad Request", message: "Unreadable JSON" }, 400);
};

function isReadable(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}

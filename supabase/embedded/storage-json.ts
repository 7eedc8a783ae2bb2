import type { MiddlewareHandler } from "hono";

/** What the storage reads as JSON; everything else that is sent to it is a file. */
const jsonRequests = [
  /^POST \/storage\/v1\/bucket\/?$/,
  /^PUT \/storage\/v1\/bucket\/[^/]+$/,
  /^POST \/storage\/v1\/object\/(list|sign)\/./,
  /^POST \/storage\/v1\/object\/(move|copy)$/,
  /^DELETE \/storage\/v1\/object\/[^/]+$/,
];

/** Whether a request to the storage is JSON, and no file. */
export function isStorageJson(method: string, path: string): boolean {
  return jsonRequests.some((request) => request.test(`${method} ${path}`));
}

/** Gives 400 to JSON that nobody can read, where @supabase/lite answers it with 500. */
export const readableJson: MiddlewareHandler = async (c, next) => {
  if (!isStorageJson(c.req.method, c.req.path)) return await next();
  if (isReadable(await c.req.raw.clone().text())) return await next();
  return c.json({ statusCode: "400", error: "Bad Request", message: "Unreadable JSON" }, 400);
};

function isReadable(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}

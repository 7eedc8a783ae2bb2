import type { MiddlewareHandler } from "hono";

/** What the storage reads as JSON; everything else that is sent to it is a file. */
const JSON_REQUESTS = [
  /^POST \/storage\/v1\/bucket\/?$/,
  /^PUT \/storage\/v1\/bucket\/[^/]+$/,
  /^POST \/storage\/v1\/object\/(list|sign)\/./,
  /^POST \/storage\/v1\/object\/(move|copy)$/,
  /^DELETE \/storage\/v1\/object\/[^/]+$/,
];

/** Whether a request to the storage is JSON, and no file. */
export function isStorageJson(method: string, path: string): boolean {
  return JSON_REQUESTS.some((request) => request.test(`${method} ${path}`));
}

/** Gives 400 to JSON and forms that nobody can read, where @supabase/lite answers them with 500. */
export const readableBody: MiddlewareHandler = async (c, next) => {
  const copy = () => c.req.raw.clone();
  const isForm = /^multipart\/form-data\b/.test(c.req.header("content-type") ?? "");
  if (isStorageJson(c.req.method, c.req.path)) {
    if (!isJson(await copy().text())) return c.json(unreadable("JSON"), 400);
  } else if (isForm && c.req.method === "POST") {
    if (
      !(await copy()
        .formData()
        .catch(() => null))
    )
      return c.json(unreadable("form"), 400);
  }
  return await next();
};

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}

function unreadable(what: string) {
  return { statusCode: "400", error: "Bad Request", message: `Unreadable ${what}` };
}

import type { MiddlewareHandler } from "hono";
import { parseJson } from "../setup/parse-json.ts";

/** Requests whose body storage reads as JSON; every other body is a file. */
const JSON_REQUESTS = [
  /^POST \/storage\/v1\/bucket\/?$/,
  /^PUT \/storage\/v1\/bucket\/[^/]+$/,
  /^POST \/storage\/v1\/object\/list\/./,
  /^POST \/storage\/v1\/object\/(move|copy)$/,
  /^DELETE \/storage\/v1\/object\/[^/]+$/,
];

/** Whether the body of a request to storage is JSON, and no file. */
export function isStorageJson(method: string, path: string): boolean {
  return JSON_REQUESTS.some((request) => request.test(`${method} ${path}`));
}

/** Answers 400 for JSON and forms that cannot be parsed; @supabase/lite would answer 500. */
export const readableBody: MiddlewareHandler = async (c, next) => {
  const copy = () => c.req.raw.clone();
  const isForm = /^multipart\/form-data\b/.test(c.req.header("content-type") ?? "");
  if (isStorageJson(c.req.method, c.req.path)) {
    const value = parseJson(await copy().text());
    if (typeof value !== "object" || value === null) return c.json(unreadable("JSON"), 400);
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

function unreadable(what: string) {
  return { statusCode: "400", error: "Bad Request", message: `Unreadable ${what}` };
}

import type { MiddlewareHandler } from "hono";
import { parseJson } from "#supabase/functions/_shared/contracts/parse-json.ts";
import { storageWording } from "../http/refusal-wording.ts";

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
    const form = await copy()
      .formData()
      .catch(() => null);
    if (!form) return c.json(unreadable("form"), 400);
  }
  return await next();
};

const unreadable = (what: string) => storageWording(400, "Bad Request", `Unreadable ${what}`);

/**
 * Answers a `Range` request from a whole answer, so that an interrupted download can continue: 206, 416, or
 * the whole if no single range is asked for or the content is another (`If-Range`).
 */
export function answerRange(request: Request, whole: Response): Response {
  const size = Number(whole.headers.get("content-length"));
  if (request.method !== "GET" || whole.status !== 200 || !whole.body || !size) return whole;
  const headers = new Headers(whole.headers);
  headers.set("accept-ranges", "bytes");
  const wanted = request.headers.get("range");
  const condition = request.headers.get("if-range");
  // Otherwise the content is not the one that the download began with.
  const isSame = condition === null || condition === whole.headers.get("etag");
  const range = wanted && isSame ? readRange(wanted, size) : undefined;
  if (range === undefined) return new Response(whole.body, { headers });
  if (range === "unsatisfiable") {
    void whole.body.cancel();
    headers.set("content-range", `bytes */${size}`);
    headers.delete("content-length");
    return new Response(null, { status: 416, headers });
  }
  headers.set("content-range", `bytes ${range.first}-${range.last}/${size}`);
  headers.set("content-length", String(range.last - range.first + 1));
  return new Response(whole.body.pipeThrough(cut(range)), { status: 206, headers });
}

/** The first and the last byte, both included. */
interface Range {
  first: number;
  last: number;
}

/** Undefined for anything but one range of bytes: such a header is ignored. */
function readRange(header: string, size: number): Range | "unsatisfiable" | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
  if (from === undefined || to === undefined || from + to === "") return undefined;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== "" && to !== "" && Number(to) < Number(from)) return undefined;
  return first > last ? "unsatisfiable" : { first, last };
}

function cut({ first, last }: Range): TransformStream<Uint8Array, Uint8Array> {
  let position = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const start = Math.max(0, first - position);
      const end = Math.min(chunk.length, last + 1 - position);
      if (start < end) controller.enqueue(chunk.subarray(start, end));
      position += chunk.length;
      if (position > last) controller.terminate();
    },
  });
}

import { inTime } from "../setup/in-time.ts";

/** Thrown for a body that is too large or too slow. */
export class BodyRefused extends Error {
  readonly status: 408 | 413;

  constructor(status: 408 | 413) {
    super(status === 413 ? "The request is too large" : "The request came too slowly");
    this.name = "BodyRefused";
    this.status = status;
  }
}

/** For this long a body may arrive as slowly as it likes, in milliseconds. */
const GRACE = 10_000;

/** After `GRACE`, at least this many bytes a second must arrive. */
const SLOWEST = 4096;

/** The body's length in bytes; infinity if it is not known beforehand, 0 without a body. */
export function declaredLength({ body, headers }: Request): number {
  if (!body) return 0;
  const length = headers.get("content-length");
  return length === null ? Number.POSITIVE_INFINITY : Number(length);
}

/**
 * Returns the same request with its whole body in memory.
 * @throws BodyRefused for a body that is larger than `limit` bytes or too slow
 */
export async function readWhole(request: Request, limit: number): Promise<Request> {
  if (!request.body) return request;
  const declared = declaredLength(request);
  if (Number.isFinite(declared) && declared > limit) throw new BodyRefused(413);
  const reader = request.body.getReader();
  const parts: Uint8Array[] = [];
  const begun = performance.now();
  let received = 0;
  for (;;) {
    const left = begun + GRACE + (received / SLOWEST) * 1000 - performance.now();
    const part = await inTime(reader.read(), left);
    if (part?.done) break;
    received += part?.value.byteLength ?? 0;
    if (!part || received > limit) {
      const refused = new BodyRefused(part ? 413 : 408);
      void reader.cancel(refused).catch(() => {});
      throw refused;
    }
    parts.push(part.value);
  }
  const { url, method, signal } = request;
  const headers = new Headers(request.headers);
  headers.set("content-length", String(received));
  return new Request(url, { method, headers, signal, body: Buffer.concat(parts) });
}

/** Returns the same request without its body, for an interface that refuses it anyway. */
export function withoutBody(request: Request): Request {
  const { url, method, signal } = request;
  const headers = new Headers(request.headers);
  for (const name of ["content-length", "content-type", "transfer-encoding"]) headers.delete(name);
  return new Request(url, { method, headers, signal });
}

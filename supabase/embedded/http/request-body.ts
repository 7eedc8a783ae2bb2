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

/** After `GRACE`, at least this many bytes a second must arrive, over the time spent waiting for them. */
const SLOWEST = 4096;

/**
 * The body, broken off if it is larger than `limit` bytes or too slow; only the time that its
 * reader waits counts.
 * @param onRefused called with the reason if the stream is broken off
 */
function watchedBody(
  body: ReadableStream<Uint8Array>,
  limit: number,
  onRefused: (reason: BodyRefused) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let received = 0;
  let waited = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const begun = performance.now();
        const left = GRACE + (received / SLOWEST) * 1000 - waited;
        const part = await inTime(reader.read(), left);
        waited += performance.now() - begun;
        if (part?.done) return controller.close();
        received += part?.value.byteLength ?? 0;
        const refused = !part
          ? new BodyRefused(408)
          : received > limit
            ? new BodyRefused(413)
            : null;
        if (refused) {
          onRefused(refused);
          void reader.cancel(refused).catch(() => {});
          return controller.error(refused);
        }
        if (part) controller.enqueue(part.value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    new CountQueuingStrategy({ highWaterMark: 0 }),
  );
}

/** The body's length in bytes; infinity if it is not known beforehand, 0 without a body. */
export function declaredLength({ body, headers }: Request): number {
  if (!body) return 0;
  const length = headers.get("content-length");
  return length === null ? Number.POSITIVE_INFINITY : Number(length);
}

/** The same request with another body, or with none. */
function withBody(
  { url, method, headers, signal }: Request,
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null,
  changes: Record<string, string | null> = {},
): Request {
  const changed = new Headers(headers);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  }
  return new Request(url, { method, headers: changed, signal, body });
}

/**
 * Limits the body of a request in size and time while it is read.
 * @returns the request, and why its body was broken off, if it was too large or too slow
 * @throws BodyRefused for a body whose declared length is too large
 */
export function watchBody(
  request: Request,
  limit: number,
): { request: Request; refused: () => BodyRefused | undefined } {
  let reason: BodyRefused | undefined;
  const refused = () => reason;
  if (!request.body) return { request, refused };
  const declared = declaredLength(request);
  if (Number.isFinite(declared) && declared > limit) throw new BodyRefused(413);
  const body = watchedBody(request.body, limit, (refusal) => {
    reason = refusal;
  });
  return { request: withBody(request, body), refused };
}

/** Returns the same request with its whole body in memory. @throws BodyRefused */
export async function readWhole(request: Request, limit: number): Promise<Request> {
  if (!request.body) return request;
  const watched = watchBody(request, limit);
  const body = await watched.request.bytes().catch((error) => {
    throw watched.refused() ?? error;
  });
  return withBody(request, body, { "content-length": String(body.byteLength) });
}

/** Returns the same request without its body, for an interface that refuses it anyway. */
export function withoutBody(request: Request): Request {
  const none = { "content-length": null, "content-type": null, "transfer-encoding": null };
  return withBody(request, null, none);
}

import type { Context, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { type Kysely, sql } from "kysely";
import { requestClient } from "../database/request-context.ts";
import { inTime } from "../setup/in-time.ts";
import { FairQueue, QueueFull } from "./fair-queue.ts";
import { functionWording, storageWording, type Wording } from "./refusal-wording.ts";
import type { RequestCaller } from "./request-caller.ts";

const MEBIBYTE = 1024 * 1024;

/** What a request counts for even without a body, in bytes. */
const LEAST_HELD = 16 * 1024;

/** Limits of the bodies that are held in memory at a time, in bytes. */
const bodyLimits = {
  perCaller: 16 * MEBIBYTE,
  total: 256 * MEBIBYTE,
  maxWaiting: 100,
  maxWaitMs: 30_000,
};

/** Limits of the files that are sent at a time: each one takes time of the thread that serves everybody. */
const fileLimits = { perCaller: 2, total: 100, maxWaiting: 1000, maxWaitMs: 60_000 };

/** Limits of calls of the server functions, which may wait for the AI provider for a minute. */
const functionLimits = { perCaller: 4, total: 64, maxWaiting: 30, maxWaitMs: 20_000 };

/**
 * Limits of requests to Auth, which use the database and hash passwords in other threads. The
 * visitors of one network count as one caller.
 */
const authLine = { maxWaiting: 100, maxWaitMs: 20_000 };

/** Limits of requests to the database, each of which holds a database session for a moment. */
const databaseLine = { maxWaiting: 100, maxWaitMs: 30_000 };

/**
 * How many requests may use the database at a time. Requests to Auth have a small share of their
 * own: however many networks send them, they cannot block the database for signed-in people.
 */
type DatabaseShare = Record<"requests" | "auth", { perCaller: number; total: number }>;

/** PGlite has a single session. Only one request at a time is admitted, so that callers take turns at it. */
export const SHARE_PGLITE: DatabaseShare = {
  requests: { perCaller: 1, total: 1 },
  // While one request hashes a password, another one uses the session.
  auth: { perCaller: 1, total: 2 },
};

/** Of the ten connections to PostgreSQL, one is left for the server itself. */
export const SHARE_POSTGRES: DatabaseShare = {
  requests: { perCaller: 3, total: 6 },
  auth: { perCaller: 2, total: 3 },
};

/** How the requests to one interface are admitted. */
interface AdmissionOptions {
  wording: Wording;
  /**
   * Largest body of that caller, in bytes. With 0, the interface gets the request without its body and
   * refuses it.
   */
  maxBodyBytes: (caller: RequestCaller, request: Request) => number;
  /** The resource that the request uses; in its queue, callers take turns. */
  uses: "database" | "auth" | "functions";
}

interface Env {
  Bindings: { clientAddress: string };
  Variables: { caller: RequestCaller };
}

/** A backend whose database knows the tokens of companies. */
interface Knowing {
  database: Kysely<unknown>;
}

export type AdmissionControl = ReturnType<typeof createAdmissionControl>;

/**
 * Limits each body in size and time, and each caller in the bytes of bodies held at once. Then a request
 * waits for its turn at the database or the functions. For the server itself only the limits of one body
 * and the turn at the database apply: it acts for people who were admitted already.
 */
export function createAdmissionControl(share: DatabaseShare) {
  const bodies = new FairQueue(bodyLimits);
  const lines = {
    database: new FairQueue({ ...share.requests, ...databaseLine }),
    auth: new FairQueue({ ...share.auth, ...authLine }),
    functions: new FairQueue(functionLimits),
  };

  /**
   * Knows a company's own system by the token with which it sends jobs, before the body is read. The token
   * is looked for at this route alone, and so opens no other.
   */
  const knowSystem: MiddlewareHandler<Env & { Variables: { backend: Knowing } }> = async (
    c,
    next,
  ) => {
    const { caller, backend } = c.var;
    const [, token] = /^Bearer (jobs_\w+)$/.exec(c.req.header("authorization") ?? "") ?? [];
    if (token !== undefined) {
      try {
        using held = new DisposableStack();
        held.defer(await lines.database.enter(caller.name, 1, c.req.raw.signal));
        const { rows } = await sql<{ id: string }>`
          select company_id as id from public.job_import_tokens
          where token_hash = encode(sha256(convert_to(${token}, 'UTF8')), 'hex')
        `.execute(backend.database);
        const name = `company ${rows[0]?.id}`;
        if (rows[0]) c.set("caller", { ...caller, kind: "system", name, token: undefined });
      } catch (error) {
        return admissionRefusal(c, error, functionWording);
      }
    }
    return await next();
  };

  const admit =
    (options: AdmissionOptions): MiddlewareHandler<Env> =>
    async (c, next) => {
      const { caller } = c.var;
      if (c.req.method === "OPTIONS") return await next();
      const { raw } = c.req;
      using held = new DisposableStack();
      const enter = async (queue: FairQueue, weight: number) => {
        // Requests of the functions to the database wait for their turn there like everybody's.
        if (caller.kind === "server" && queue !== lines.database) return;
        held.defer(await queue.enter(caller.name, weight, raw.signal));
      };
      try {
        const limit = options.maxBodyBytes(caller, raw);
        if (limit === 0) c.req.raw = withoutBody(raw);
        await enter(bodies, LEAST_HELD + Math.min(declaredLength(c.req.raw), limit));
        // The body of a call is read when the call has its place, because the place is that of its person.
        if (options.uses === "functions") await enter(lines.functions, 1);
        c.req.raw = await readWhole(c.req.raw, limit);
        if (options.uses === "functions") return await next();
        await enter(lines[options.uses], 1);
        const client = { signal: raw.signal, address: c.env.clientAddress };
        return await requestClient.run(client, next);
      } catch (error) {
        const reply = admissionRefusal(c, error, options.wording);
        c.res = undefined;
        c.res = reply;
      }
    };
  /**
   * Resolves when no request to REST or storage is in progress; those that come wait until the answer is
   * called.
   */
  const pause = () => lines.database.enter("backup", share.requests.total);
  return { admit, knowSystem, pause, queues: lines };
}

/** Sends only a few files of one caller at a time; requests for others wait without using the database. */
export function limitFileStreams(): MiddlewareHandler<Env> {
  const line = new FairQueue(fileLimits);
  return async (c, next) => {
    let leave = () => {};
    try {
      leave = await line.enter(c.var.caller.name, 1, c.req.raw.signal);
    } catch (error) {
      return admissionRefusal(c, error, storageWording);
    }
    await next();
    const { res } = c;
    if (!res.body) return leave();
    const body = res.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({ flush: leave, cancel: leave }),
    );
    c.res = undefined;
    c.res = new Response(body, res);
  };
}

/** The answer to a request that was not admitted. @throws any other error */
function admissionRefusal(c: Context, error: unknown, wording: Wording): Response {
  const headers = {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "retry-after",
  };
  if (error instanceof QueueFull) {
    const body = wording(503, "crowded", "These are many requests at once. Please try again.");
    return c.json(body, 503, { ...headers, "retry-after": String(error.retryAfter) });
  }
  if (error instanceof HTTPException) {
    const code = error.status === 413 ? "too_large" : "too_slow";
    return c.json(wording(error.status, code, error.message), error.status, headers);
  }
  // The client has disconnected and does not read this answer.
  if (error instanceof DOMException && error.name === "AbortError") {
    return new Response(null, { status: 499 });
  }
  throw error;
}

/** The error for a body that is too large or too slow. */
const bodyRefused = (status: 408 | 413) =>
  new HTTPException(status, {
    message: status === 413 ? "The request is too large" : "The request came too slowly",
  });

/** For this long a body may arrive as slowly as it likes, in milliseconds. */
const GRACE = 10_000;

/** After `GRACE`, at least this many bytes a second must arrive. */
const SLOWEST = 4096;

/** The body's length in bytes; infinity if it is not known beforehand, 0 without a body. */
function declaredLength({ body, headers }: Request): number {
  if (!body) return 0;
  const length = headers.get("content-length");
  return length === null ? Number.POSITIVE_INFINITY : Number(length);
}

/**
 * Returns the same request with its whole body in memory.
 * @throws HTTPException for a body that is larger than `limit` bytes or too slow
 */
async function readWhole(request: Request, limit: number): Promise<Request> {
  if (!request.body) return request;
  const declared = declaredLength(request);
  if (Number.isFinite(declared) && declared > limit) throw bodyRefused(413);
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
      const refused = bodyRefused(part ? 413 : 408);
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
function withoutBody(request: Request): Request {
  const { url, method, signal } = request;
  const headers = new Headers(request.headers);
  for (const name of ["content-length", "content-type", "transfer-encoding"]) headers.delete(name);
  return new Request(url, { method, headers, signal });
}

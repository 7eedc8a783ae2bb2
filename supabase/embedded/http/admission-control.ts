import type { Context, MiddlewareHandler } from "hono";
import { whileClientWaits } from "../database/client-signal.ts";
import { FairQueue, QueueFull } from "./fair-queue.ts";
import { BodyRefused, declaredLength, readWhole, watchBody, withoutBody } from "./request-body.ts";
import type { RequestCaller } from "./request-caller.ts";

const MEBIBYTE = 1024 * 1024;

/** What a request holds even without a body, in bytes. */
const LEAST_HELD = 16 * 1024;

/** Bytes of bodies that are held at a time. */
const bodyLimits = {
  perCaller: 16 * MEBIBYTE,
  total: 256 * MEBIBYTE,
  maxWaiting: 100,
  maxWaitMs: 30_000,
  coolsDown: () => false,
};

/** Calls of the server functions, which may wait for the AI provider for a minute. */
const functionLimits = {
  perCaller: 4,
  total: 64,
  maxWaiting: 30,
  maxWaitMs: 20_000,
  coolsDown: () => false,
};

/** Requests to Auth, which use the database and hash in threads beside; of visitors, a network is one caller. */
const authLine = { maxWaiting: 100, maxWaitMs: 20_000, coolsDown: () => false };

/** Requests to the database, each of which has a session of it for a moment. */
const databaseLine = {
  ...{ maxWaiting: 100, maxWaitMs: 30_000 },
  // The server asks for many people.
  coolsDown: (caller: string) => caller !== "server",
};

interface Share {
  perCaller: number;
  total: number;
}

/**
 * How many requests may use the database at a time. Those to Auth are apart, and few: from however
 * many networks they come, they do not fill the way to the database for those who are signed in.
 */
export interface DatabaseShare {
  requests: Share;
  auth: Share;
}

/**
 * PGlite is a single session. One at a time before it, nobody is thought to be slow who only waits for
 * somebody else in it.
 */
export const SHARE_PGLITE: DatabaseShare = {
  requests: { perCaller: 1, total: 1 },
  // While one of them hashes, another one uses the session.
  auth: { perCaller: 1, total: 2 },
};

/** Of the ten connections to PostgreSQL, one is left for the server itself. */
export const SHARE_POSTGRES: DatabaseShare = {
  requests: { perCaller: 3, total: 6 },
  auth: { perCaller: 2, total: 3 },
};

/** Words a refusal in the way of one interface. */
export type Wording = (status: number, code: string, message: string) => object;

/** How the requests to one interface are admitted. */
export interface AdmissionOptions {
  wording: Wording;
  /** Largest body of that caller, in bytes. */
  maxBodyBytes: (caller: RequestCaller, request: Request) => number;
  /**
   * Whether this caller's body is of use. Where it is not, the interface refuses the request without
   * having seen it.
   */
  acceptsBody: (caller: RequestCaller, request: Request) => boolean;
  /** What the request uses, in the way of which everybody gets their turn. */
  uses: "database" | "auth" | "functions";
}

interface Env {
  Bindings: { clientAddress: string };
  Variables: { caller: RequestCaller };
}

/**
 * Admission control for every request to the backend. Key and token tell who sends it, before its body is
 * read. A body is limited in size and time, and one caller may have only so many bytes of bodies here at
 * once. Then the request waits for its turn at the database. The server itself, which uses the secret key,
 * has limits of size and its turn alone: it acts for people who were admitted already.
 */
export function createAdmissionControl(share: DatabaseShare) {
  const bodies = new FairQueue(bodyLimits);
  const lines = {
    database: new FairQueue({ ...share.requests, ...databaseLine }),
    auth: new FairQueue({ ...share.auth, ...authLine }),
    functions: new FairQueue(functionLimits),
  };

  return (options: AdmissionOptions): MiddlewareHandler<Env> =>
    async (c, next) => {
      const { caller } = c.var;
      if (c.req.method === "OPTIONS") return await next();
      const { raw } = c.req;
      using held = new DisposableStack();
      const enter = async (queue: FairQueue, weight: number) => {
        // What the functions ask of the database has its turn there as everybody's.
        if (caller.kind === "server" && queue !== lines.database) return;
        held.defer(await queue.enter(caller.name, weight, raw.signal));
      };
      try {
        if (!options.acceptsBody(caller, raw)) c.req.raw = withoutBody(raw);
        const limit = options.maxBodyBytes(caller, raw);
        await enter(bodies, LEAST_HELD + Math.min(declaredLength(c.req.raw), limit));
        if (options.uses !== "functions") {
          c.req.raw = await readWhole(c.req.raw, limit);
          await enter(lines[options.uses], 1);
          return await whileClientWaits(raw.signal, next);
        }
        await enter(lines.functions, 1);
        const { request, refused } = watchBody(c.req.raw, limit);
        c.req.raw = request;
        await next();
        const reason = refused();
        if (reason) throw reason;
      } catch (error) {
        const reply = refusalOf(c, error, options.wording);
        if (!reply) throw error;
        c.res = undefined;
        c.res = reply;
      }
    };
}

/** The answer to a request that was not admitted; undefined for any other error. */
export function refusalOf(c: Context, error: unknown, wording: Wording): Response | undefined {
  const headers = {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "retry-after",
  };
  if (error instanceof QueueFull) {
    const body = wording(503, "crowded", "These are many requests at once. Please try again.");
    return c.json(body, 503, { ...headers, "retry-after": String(error.retryAfter) });
  }
  if (error instanceof BodyRefused) {
    const code = error.status === 413 ? "too_large" : "too_slow";
    return c.json(wording(error.status, code, error.message), error.status, headers);
  }
  // Nobody is there to read it.
  if (error instanceof DOMException && error.name === "AbortError")
    return new Response(null, { status: 499 });
  return undefined;
}

/** As PostgREST words what it refuses. */
export const restWording: Wording = (_, code, message) => ({
  code,
  message,
  details: null,
  hint: null,
});

/** As GoTrue does. */
export const authWording: Wording = (status, code, message) => ({
  code: status,
  error_code: code,
  msg: message,
});

/** As Supabase Storage does. */
export const storageWording: Wording = (status, code, message) => ({
  statusCode: String(status),
  error: code,
  message,
});

/** As the server functions do, whose codes are a list. */
export const functionWording: Wording = (_, code, message) => ({
  error: { code: code === "too_large" ? code : "internal", message },
});

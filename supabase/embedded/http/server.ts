import type { App } from "@supabase/lite";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { Kysely } from "kysely";
import type { DeploymentConfig } from "#supabase/functions/_shared/contracts/deployment-config.ts";
import { KNOWLEDGE_FILE_LIMIT_BYTES } from "#supabase/functions/_shared/contracts/knowledge.ts";
import { refuseEnded } from "../auth/ended-sessions.ts";
import { networkOf } from "../auth/network-of.ts";
import type { Functions } from "../functions/functions.ts";
import { answerRange } from "../storage/byte-range.ts";
import { isStorageJson, readableBody } from "../storage/storage-body.ts";
import {
  authWording,
  createAdmissionControl,
  type DatabaseShare,
  functionWording,
  restWording,
  storageWording,
} from "./admission-control.ts";
import { asClient } from "./client-address.ts";
import { createCompression } from "./compression.ts";
import { crossOrigin } from "./cross-origin.ts";
import { expectedHost, type MeantFor } from "./expected-host.ts";
import { limitFileStreams } from "./file-streams.ts";
import { appHeaders, backendHeaders } from "./headers.ts";
import type { RequestCaller } from "./request-caller.ts";
import { createRequestPacer } from "./request-pacer.ts";
import { checkRestAddress } from "./rest-address.ts";
import { staticFiles } from "./static-files.ts";

/** What has to be up before the product can be served. */
export interface Backend {
  app: App;
  /** Where sessions are looked up. */
  database: Kysely<unknown>;
  /** Answers everything under `/auth/v1` but its admin API. */
  auth: (request: Request, clientAddress: string) => Promise<Response>;
  adminUsers: Hono;
  functions: Functions;
  /** Tells who sends a request. */
  callerOf: (request: Request, clientAddress: string) => Promise<RequestCaller>;
  /** Whether the database answers. */
  isReady: () => Promise<boolean>;
  publishableKey: string;
  demoAccounts: DeploymentConfig["demoAccounts"];
}

/** What a form around a file may add to it, in bytes. */
const MULTIPART_SLACK = 64 * 1024;
/** Of a few values, in bytes: what Auth, a database function, a visitor or the storage is told. */
const LARGEST_FORM = 64 * 1024;
/** Of rows that a person sends at once, in bytes: a hundred of the longest passages. */
const LARGEST_ROWS = 2 * 1024 * 1024;
/** Of what the server itself writes, in bytes: the longest answer with its log. */
const LARGEST_OWN_ROWS = 8 * 1024 * 1024;
/** Of a call of a server function, in bytes; each has a lower limit of its own. */
const LARGEST_CALL = 32 * 1024 * 1024;
/** Of an address, in characters. */
const LONGEST_ADDRESS = 8192;

/** The address of the client who asks. */
interface Env {
  Bindings: { clientAddress: string };
  Variables: { backend: Backend; caller: RequestCaller };
}

/**
 * The whole product on one origin. Until `backend` gives something, its addresses answer 503.
 * The app is told to reach the backend at `publicUrl`, or else where it was itself opened, so that
 * localhost serves as well as 127.0.0.1.
 */
export function createServer(
  options: MeantFor & {
    appDir: string;
    /** Other origins whose pages may call the backend. */
    allowedOrigins: readonly string[];
    databaseShare: DatabaseShare;
    backend: () => Backend | undefined;
  },
): Hono<Env> {
  const server = new Hono<Env>();
  const compressed = createCompression();
  const admit = createAdmissionControl(options.databaseShare);
  const inPace = createRequestPacer();
  const paced: MiddlewareHandler<Env> = async (c, next) => {
    const { signal } = c.req.raw;
    await inPace(networkOf(c.env.clientAddress), signal).catch(() => {});
    // Nobody is there to read it.
    return signal.aborted ? new Response(null, { status: 499 }) : await next();
  };

  server.use("*", async (c, next) => {
    await next();
    const whole = await compressed(c.req.raw, c.res);
    if (whole === c.res) return;
    c.res = undefined;
    c.res = whole;
  });
  server.use("*", async (c, next) => {
    if (c.req.url.length <= LONGEST_ADDRESS) return await next();
    return c.json({ message: "The address is too long" }, 414);
  });

  const https = options.publicUrl?.startsWith("https:") ?? false;
  const ownHeaders = backendHeaders(https);
  const otherOrigins = crossOrigin(options.allowedOrigins);
  server.use("*", expectedHost(options, ownHeaders));
  const backendPaths = ["/auth/v1", "/rest/v1", "/storage/v1", "/functions/v1"];
  server.get("/livez", ownHeaders, noStore, (c) => c.json({ ok: true }));

  const health = ["/healthz", "/readyz"];
  for (const path of [...backendPaths.map((path) => `${path}/*`), ...health, "/config.json"]) {
    server.use(path, ownHeaders, noStore, otherOrigins, async (c, next) => {
      const backend = options.backend();
      if (!backend) return c.json({ message: "Starting" }, 503, { "retry-after": "1" });
      c.set("backend", backend);
      return await next();
    });
  }
  for (const path of backendPaths) {
    server.use(`${path}/*`, async (c, next) => {
      c.set("caller", await c.var.backend.callerOf(c.req.raw, c.env.clientAddress));
      return await next();
    });
  }

  for (const path of health) {
    server.get(path, paced, async (c) => {
      if (await c.var.backend.isReady()) return c.json({ ok: true });
      return c.json({ ok: false }, 503, { "retry-after": "1" });
    });
  }

  server.get("/config.json", (c) => {
    const { publishableKey, demoAccounts } = c.var.backend;
    const config: DeploymentConfig = {
      supabaseUrl: options.publicUrl ?? new URL(c.req.url).origin,
      supabaseKey: publishableKey,
      demo: demoAccounts !== undefined,
      ...(demoAccounts && { demoAccounts }),
    };
    return c.json(config);
  });

  server.use(
    "/functions/v1/*",
    admit({
      wording: functionWording,
      uses: "functions",
      maxBodyBytes: () => LARGEST_CALL,
      acceptsBody: ({ kind }) => kind !== "visitor",
    }),
  );
  server.all("/functions/v1/*", (c) =>
    c.var.backend.functions.fetch(c.req.raw, c.env.clientAddress),
  );

  server.use(
    "/auth/v1/*",
    admit({
      wording: authWording,
      uses: "auth",
      maxBodyBytes: () => LARGEST_FORM,
      acceptsBody: ({ hasKey }) => hasKey,
    }),
  );
  server.all("/auth/v1/admin/*", (c) => c.var.backend.adminUsers.fetch(c.req.raw));
  server.all("/auth/v1/*", (c) => c.var.backend.auth(c.req.raw, c.env.clientAddress));

  const ask = ({ var: { backend }, req, env }: Context<Env>) =>
    backend.app.fetch(req.raw, { peerAddress: env.clientAddress });
  server.use(
    "/rest/v1/*",
    jsonRows,
    checkRestAddress,
    admit({
      wording: restWording,
      uses: "database",
      maxBodyBytes: ({ kind }, { url }) => {
        if (kind === "server") return LARGEST_OWN_ROWS;
        return kind === "visitor" || isCall(url) ? LARGEST_FORM : LARGEST_ROWS;
      },
      acceptsBody: ({ hasKey, hasBadToken }) => hasKey && !hasBadToken,
    }),
  );
  server.use("/rest/v1/*", ended);
  // Visitors ask for access this way: their address is part of the pace that the database keeps.
  server.on(["POST", "PUT"], "/rest/v1/*", (c) => asClient(c.env.clientAddress, () => ask(c)));
  server.all("/rest/v1/*", (c) => ask(c));

  server.get("/storage/v1/object/*", savedNotShown, limitFileStreams());
  server.use(
    "/storage/v1/*",
    admit({
      wording: storageWording,
      uses: "database",
      maxBodyBytes: (_, { method, url }) =>
        isStorageJson(method, new URL(url).pathname)
          ? LARGEST_FORM
          : KNOWLEDGE_FILE_LIMIT_BYTES + MULTIPART_SLACK,
      acceptsBody: ({ kind, hasKey }) => kind !== "visitor" && hasKey,
    }),
    ended,
    readableBody,
  );
  server.all("/storage/v1/*", async (c) => answerRange(c.req.raw, await ask(c)));

  server.use("*", paced);
  server.use("*", appHeaders({ https, backendUrl: options.publicUrl }));
  server.route("/", staticFiles(options.appDir));
  server.onError((error, c) => {
    console.error(`${c.req.method} ${c.req.path} failed: ${error.message}`);
    return c.json({ message: "Internal server error" }, 500);
  });
  return server;
}

/** Whether an address of REST is a function of the database. */
function isCall(url: string): boolean {
  return new URL(url).pathname.startsWith("/rest/v1/rpc/");
}

/** What was signed out is so at once. */
const ended: MiddlewareHandler<Env> = async (c, next) =>
  await refuseEnded(c.var.backend.database)(c, next);

/** Rows come as JSON: a table of texts can be read as no rows at all, which nobody then refuses. */
const jsonRows: MiddlewareHandler = async (c, next) => {
  if (!/^text\/csv\b/i.test(c.req.header("content-type") ?? "")) return await next();
  return c.json({ message: "Send rows as JSON" }, 415);
};

/** What one person may read, the next one at the same browser may not. */
const noStore: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("cache-control", "no-store");
};

/** What somebody uploaded is material: a browser that opens its address saves it, and runs nothing. */
const savedNotShown: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("content-disposition", "attachment");
};

import type { App } from "@supabase/lite";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Kysely } from "kysely";
import type { DeploymentConfig } from "../functions/_shared/contracts/deployment-config.ts";
import { KNOWLEDGE_FILE_LIMIT_BYTES } from "../functions/_shared/contracts/knowledge.ts";
import { answerRange } from "./byte-range.ts";
import { asClient } from "./client-address.ts";
import { crossOrigin } from "./cross-origin.ts";
import { expectedHost, type MeantFor } from "./expected-host.ts";
import { refuseEnded } from "./ended-sessions.ts";
import type { Functions } from "./functions.ts";
import { appHeaders, backendHeaders } from "./headers.ts";
import { staticFiles } from "./static-files.ts";
import { unreadableJson } from "./unreadable-json.ts";

/** What has to be up before the product can be served. */
export type Backend = {
  app: App;
  /** Where sessions are looked up. */
  database: Kysely<unknown>;
  /** Answers everything under `/auth/v1` but its admin API. */
  auth: (request: Request, clientAddress: string) => Promise<Response>;
  adminUsers: Hono;
  functions: Functions;
  publishableKey: string;
  demoAccounts: DeploymentConfig["demoAccounts"];
};

/** What a form around a file may add to it, in bytes. */
const multipartSlack = 64 * 1024;
const largestAuthBody = 64 * 1024;
/** Of rows sent at once, in bytes: many times what the product sends. */
const largestRows = 8 * 1024 * 1024;

/** The address of the client who asks. */
type Env = { Bindings: { clientAddress: string }; Variables: { backend: Backend } };

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
    backend: () => Backend | undefined;
  },
): Hono<Env> {
  const server = new Hono<Env>();

  const https = options.publicUrl?.startsWith("https:") ?? false;
  const ownHeaders = backendHeaders(https);
  const otherOrigins = crossOrigin(options.allowedOrigins);
  server.use("*", expectedHost(options, ownHeaders));
  const backendPaths = ["/auth/v1", "/rest/v1", "/storage/v1", "/functions/v1"];
  for (const path of [...backendPaths.map((path) => `${path}/*`), "/healthz", "/config.json"]) {
    server.use(path, ownHeaders, keptNowhere, otherOrigins, async (c, next) => {
      const backend = options.backend();
      if (!backend) return c.json({ message: "Starting" }, 503, { "retry-after": "1" });
      c.set("backend", backend);
      return await next();
    });
  }

  server.get("/healthz", (c) => c.json({ ok: true }));

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

  server.all("/functions/v1/*", (c) =>
    c.var.backend.functions.fetch(c.req.raw, c.env.clientAddress),
  );
  // The bucket's own limit goes by the declared length, which a body in pieces does not have.
  server.use("/storage/v1/*", upTo(KNOWLEDGE_FILE_LIMIT_BYTES + multipartSlack));
  server.all("/auth/v1/admin/*", (c) => c.var.backend.adminUsers.fetch(c.req.raw));
  server.all("/auth/v1/*", upTo(largestAuthBody), (c) =>
    c.var.backend.auth(c.req.raw, c.env.clientAddress),
  );
  for (const path of ["/rest/v1/*", "/storage/v1/*"]) server.use(path, ended);
  server.use("/rest/v1/*", upTo(largestRows), jsonRows);
  const ask = ({ var: { backend }, req, env }: Context<Env>) =>
    backend.app.fetch(req.raw, { peerAddress: env.clientAddress });
  // Visitors ask for access this way: their address is part of the pace that the database keeps.
  server.on(["POST", "PUT"], "/rest/v1/*", (c) => asClient(c.env.clientAddress, () => ask(c)));
  server.all("/rest/v1/*", (c) => ask(c));
  server.get("/storage/v1/object/*", savedNotShown);
  server.use("/storage/v1/*", unreadableJson);
  server.all("/storage/v1/*", async (c) => answerRange(c.req.raw, await ask(c)));

  server.use("*", appHeaders({ https, backendUrl: options.publicUrl }));
  server.route("/", staticFiles(options.appDir));
  server.onError((error, c) => {
    console.error(`${c.req.method} ${c.req.path} failed: ${error.message}`);
    return c.json({ message: "Internal server error" }, 500);
  });
  return server;
}

/** Refuses bodies of more bytes than that. */
function upTo(maxSize: number): MiddlewareHandler {
  const onError = (c: Context) => c.json({ message: "The request is too large" }, 413);
  return bodyLimit({ maxSize, onError });
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
const keptNowhere: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("cache-control", "no-store");
};

/** What somebody uploaded is material: a browser that opens its address saves it, and runs nothing. */
const savedNotShown: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("content-disposition", "attachment");
};

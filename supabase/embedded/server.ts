import type { App } from "@supabase/lite";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { DeploymentConfig } from "../functions/_shared/contracts/deployment-config.ts";
import { KNOWLEDGE_FILE_LIMIT_BYTES } from "../functions/_shared/contracts/knowledge.ts";
import { answerRange } from "./byte-range.ts";
import type { Functions } from "./functions.ts";
import { appHeaders, backendHeaders } from "./headers.ts";
import { staticFiles } from "./static-files.ts";

/** What has to be up before the product can be served. */
export type Backend = {
  app: App;
  adminUsers: Hono;
  functions: Functions;
  publishableKey: string;
  demoAccounts: DeploymentConfig["demoAccounts"];
};

/** What a form around a file may add to it, in bytes. */
const multipartSlack = 64 * 1024;

/** The address of the client on the other side of the socket. */
type Bindings = { clientAddress: string };

/**
 * The whole product on one origin. Until `backend` gives something, its addresses answer 503.
 * The app is told to reach the backend at `publicUrl`, or else where it was itself opened, so that
 * localhost serves as well as 127.0.0.1.
 */
export function createServer(options: {
  appDir: string;
  publicUrl: string | undefined;
  backend: () => Backend | undefined;
}): Hono<{ Bindings: Bindings; Variables: { backend: Backend } }> {
  const server = new Hono<{ Bindings: Bindings; Variables: { backend: Backend } }>();

  const backendPaths = ["/auth/v1", "/rest/v1", "/storage/v1", "/functions/v1"];
  for (const path of [...backendPaths.map((path) => `${path}/*`), "/healthz", "/config.json"]) {
    server.use(path, backendHeaders, async (c, next) => {
      const backend = options.backend();
      if (!backend) return c.json({ message: "Starting" }, 503, { "retry-after": "1" });
      c.set("backend", backend);
      return await next();
    });
  }

  server.get("/healthz", (c) => c.json({ ok: true }, 200, { "cache-control": "no-store" }));

  server.get("/config.json", (c) => {
    const { publishableKey, demoAccounts } = c.var.backend;
    const config: DeploymentConfig = {
      supabaseUrl: options.publicUrl ?? new URL(c.req.url).origin,
      supabaseKey: publishableKey,
      demo: demoAccounts !== undefined,
      ...(demoAccounts && { demoAccounts }),
    };
    return c.json(config, 200, { "cache-control": "no-store" });
  });

  server.all("/functions/v1/*", (c) =>
    c.var.backend.functions.fetch(c.req.raw, c.env.clientAddress),
  );
  // The bucket's own limit goes by the declared length, which a body in pieces does not have.
  server.use("/storage/v1/*", bodyLimit({ maxSize: KNOWLEDGE_FILE_LIMIT_BYTES + multipartSlack }));
  server.all("/auth/v1/admin/*", (c) => c.var.backend.adminUsers.fetch(c.req.raw));
  for (const path of ["/auth/v1/*", "/rest/v1/*", "/storage/v1/*"]) {
    server.all(path, async (c) => {
      const reply = await c.var.backend.app.fetch(c.req.raw, { peerAddress: c.env.clientAddress });
      return path === "/storage/v1/*" ? answerRange(c.req.raw, reply) : reply;
    });
  }

  server.use("*", appHeaders);
  server.route("/", staticFiles(options.appDir));
  server.onError((error, c) => {
    console.error(`${c.req.method} ${c.req.path} failed: ${error.message}`);
    return c.json({ message: "Internal server error" }, 500);
  });
  return server;
}

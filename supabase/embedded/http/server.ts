import { join } from "node:path";
import type { App } from "@supabase/lite";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import { etag } from "hono/etag";
import { serveStatic } from "hono/serve-static";
import type { Kysely } from "kysely";
import type { DeploymentConfig } from "#supabase/functions/_shared/contracts/deployment-config.ts";
import { KNOWLEDGE_FILE_LIMIT_BYTES } from "#supabase/functions/_shared/contracts/knowledge.ts";
import type { Auth } from "../auth/auth-request.ts";
import { refuseEnded } from "../auth/auth-services.ts";
import type { Functions } from "../functions/functions.ts";
import { type AnsweredRequest, requestLog } from "../observability/request-log.ts";
import type { Settings } from "../setup/settings.ts";
import { answerRange, isStorageJson, readableBody } from "../storage/storage-requests.ts";
import { type AdmissionControl, limitFileStreams } from "./admission-control.ts";
import { pacedRequests } from "./fair-queue.ts";
import { appCacheControl, appHeaders, backendHeaders, HASHED } from "./headers.ts";
import { crossOrigin, expectedHost } from "./origins.ts";
import { authWording, functionWording, restWording, storageWording } from "./refusal-wording.ts";
import { exchangeToken, type RequestCaller, withAuthorization } from "./request-caller.ts";
import { checkRestAddress, jsonRows } from "./rest-limits.ts";

/** The parts that must run before the product can be served. */
export interface Backend {
  app: App;
  /** The database in which sessions are looked up. */
  database: Kysely<unknown>;
  auth: Auth;
  functions: Functions;
  /** Tells who sends a request. */
  readCaller: (request: Request, clientAddress: string) => Promise<RequestCaller>;
  /** Whether the database answers. */
  isReady: () => Promise<boolean>;
  /** The names of the server functions, and of what REST offers. */
  names: ReadonlySet<string>;
  publishableKey: string;
  demoAccounts: DeploymentConfig["demoAccounts"];
}

/** What a form around a file may add to it, in bytes. */
const MULTIPART_SLACK = 64 * 1024;
/** Largest body with a few values, in bytes: for Auth, a database function, a visitor or storage. */
const LARGEST_FORM = 64 * 1024;
/** Largest body with rows that a person sends, in bytes: a hundred of the longest passages. */
const LARGEST_ROWS = 2 * 1024 * 1024;
/** Largest body that the server itself sends, in bytes: the longest answer with its log. */
const LARGEST_OWN_ROWS = 8 * 1024 * 1024;
/** Largest body for a server function, in bytes; each function has a lower limit of its own. */
const LARGEST_CALL = 32 * 1024 * 1024;
const JWKS_PATH = "/auth/v1/.well-known/jwks.json";
/** When a request that came while the server stops may be sent again, in seconds. */
const RESTART_PAUSE = "5";
/** Longest address of a request, in characters. */
const LONGEST_ADDRESS = 8192;

interface Env {
  Bindings: { clientAddress: string };
  Variables: { backend: Backend; caller: RequestCaller; requestId: string };
}

/**
 * Serves the whole product on one origin. While `backend` returns nothing, and when it stops, the backend's
 * addresses answer 503. The app uses the backend at `publicUrl`, or else where it was opened.
 */
export function createServer(
  options: Settings & {
    admission: AdmissionControl;
    backend: () => Backend | undefined;
    /** Whether only what calls in progress need is still answered. */
    isStopping: () => boolean;
    /** Gets every answer. */
    onAnswered: (answered: AnsweredRequest) => void;
  },
): Hono<Env> {
  const server = new Hono<Env>();
  const { admit, knowSystem } = options.admission;
  const paced = pacedRequests();

  const log = requestLog(() => options.backend()?.names, options.onAnswered);
  server.use("*", log);
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
  const refuseWhenStopping: MiddlewareHandler<Env> = async (c, next) => {
    // A function that is in progress asks who has called it.
    const asksForCaller = c.req.method === "GET" && c.req.path === "/auth/v1/user";
    if (!options.isStopping() || c.var.caller.kind === "server" || asksForCaller) {
      return await next();
    }
    return c.json({ message: "Stopping" }, 503, { "retry-after": RESTART_PAUSE });
  };
  for (const path of backendPaths) {
    server.use(`${path}/*`, async (c, next) => {
      c.set("caller", await c.var.backend.readCaller(c.req.raw, c.env.clientAddress));
      return await next();
    });
    server.use(`${path}/*`, refuseWhenStopping);
    // The functions get the person's own token, with which they ask Auth who it is.
    if (path !== "/functions/v1") server.use(`${path}/*`, exchanged);
  }

  for (const path of health) {
    server.get(path, paced, async (c) => {
      if (!options.isStopping() && (await c.var.backend.isReady())) return c.json({ ok: true });
      return c.json({ ok: false }, 503, { "retry-after": "1" });
    });
  }

  server.get("/config.json", (c) => {
    const { publishableKey, demoAccounts } = c.var.backend;
    const { supportEmail } = options;
    const config: DeploymentConfig = {
      supabaseUrl: options.publicUrl ?? new URL(c.req.url).origin,
      supabaseKey: publishableKey,
      demo: demoAccounts !== undefined,
      realtime: true,
      sendsMail: options.smtp !== undefined,
      passwordMinimum: options.passwordMinimum,
      ...(supportEmail && { supportEmail }),
      ...(options.oidcProviders.length > 0 && {
        providerNames: Object.fromEntries(options.oidcProviders.map(({ id, name }) => [id, name])),
      }),
      ...(demoAccounts && { demoAccounts }),
    };
    return c.json(config);
  });

  server.use("/functions/v1/import-jobs", knowSystem);
  server.use(
    "/functions/v1/*",
    admit({
      wording: functionWording,
      uses: "functions",
      maxBodyBytes: ({ kind }) => (kind === "visitor" ? 0 : LARGEST_CALL),
    }),
  );
  // Asked again of those that have waited for their turn.
  server.use("/functions/v1/*", refuseWhenStopping);
  server.use("/functions/v1/*", withoutBadToken);
  server.all("/functions/v1/*", (c) =>
    c.var.backend.functions.fetch(c.req.raw, c.env.clientAddress, c.var.requestId),
  );

  server.use(
    "/auth/v1/*",
    admit({
      wording: authWording,
      uses: "auth",
      maxBodyBytes: ({ hasKey }) => (hasKey ? LARGEST_FORM : 0),
    }),
  );
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
      maxBodyBytes: ({ kind, hasKey }, { url }) => {
        if (!hasKey) return 0;
        if (kind === "server") return LARGEST_OWN_ROWS;
        // Calls have a few values, but for the one with a company's jobs.
        const isCall = /^\/rest\/v1\/rpc\/(?!import_jobs$)/.test(new URL(url).pathname);
        return kind === "visitor" || isCall ? LARGEST_FORM : LARGEST_ROWS;
      },
    }),
  );
  server.all("/rest/v1/*", ask);

  // Whoever has a signed address needs no session, so it would outlive the rights of its maker.
  server.on("ALL", ["/storage/v1/object/sign/*", "/storage/v1/object/upload/sign/*"], (c) =>
    c.json(storageWording(404, "not_found", "Signed addresses are not served."), 404),
  );
  server.get("/storage/v1/object/*", savedNotShown, limitFileStreams());
  server.use(
    "/storage/v1/*",
    admit({
      wording: storageWording,
      uses: "database",
      maxBodyBytes: ({ kind, hasKey }, { method, url }) => {
        if (kind === "visitor" || !hasKey) return 0;
        const isJson = isStorageJson(method, new URL(url).pathname);
        return isJson ? LARGEST_FORM : KNOWLEDGE_FILE_LIMIT_BYTES + MULTIPART_SLACK;
      },
    }),
    // Makes signing out take effect at once.
    (c, next) => refuseEnded(c.var.backend.database)(c, next),
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

const exchanged: MiddlewareHandler<Env> = async (c, next) => {
  if (c.req.method === "OPTIONS") return await next();
  const request = exchangeToken(c.req.raw, c.var.caller);
  if (request instanceof Response) return request;
  c.req.raw = request;
  return await next();
};

/** The functions verify tokens by the keys that they remember: one of a revoked key never gets there. */
const withoutBadToken: MiddlewareHandler<Env> = async (c, next) => {
  const { token } = c.var.caller;
  if (token !== undefined && token.kind !== "valid") {
    c.req.raw = withAuthorization(c.req.raw, null);
  }
  return await next();
};

/**
 * Keeps answers out of the browser's cache: the next person at the same browser must not read them.
 * The public keys are nobody's, and the next one is among them before it signs.
 */
const noStore: MiddlewareHandler = async (c, next) => {
  await next();
  const isPublic = c.req.path === JWKS_PATH && c.res.ok;
  c.header("cache-control", isPublic ? "public, max-age=600" : "no-store");
};

/** Makes a browser save an uploaded file that is opened by its address, so that it runs nothing. */
const savedNotShown: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("content-disposition", "attachment");
};

const NOT_BUILT = "The app has not been built yet: run `npm run build`.\n";

/** Serves the built app in `directory`; addresses of its pages get index.html. */
function staticFiles(directory: string): Hono {
  const getContent = (path: string) => Deno.readFile(path).catch(() => null);
  const app = new Hono();
  // Only here: answers of the backend are compressed by the proxy in front, which has a thread of its own.
  app.use(compress());
  app.use(etag());
  app.use(
    serveStatic({
      root: directory,
      getContent,
      join,
      onFound: (path, c) => c.header("cache-control", appCacheControl(pathInApp(path))),
    }),
  );
  app.get("*", async (c) => {
    if (!isNavigation(c)) return c.text("Not found\n", 404, { "cache-control": "no-store" });
    const page = await getContent(join(directory, "index.html"));
    if (!page) return c.text(NOT_BUILT, 503, { "cache-control": "no-store" });
    return c.body(page, 200, {
      "content-type": "text/html; charset=UTF-8",
      "cache-control": "no-cache",
    });
  });
  const pathInApp = (path: string) => path.slice(directory.length).replaceAll("\\", "/");
  return app;
}

/** Whether a page is requested, and not a file that is missing. */
function isNavigation(c: Context): boolean {
  if (c.req.path === "/") return true;
  const lastSegment = c.req.path.split("/").at(-1) ?? "";
  const wantsPage =
    c.req.header("sec-fetch-mode") === "navigate" ||
    (c.req.header("accept") ?? "").includes("text/html");
  const isHashed = HASHED.some((folder) => c.req.path.startsWith(folder));
  return wantsPage && !lastSegment.includes(".") && !isHashed;
}

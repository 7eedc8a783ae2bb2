import { proxy } from "hono/proxy";
import {
  type FunctionCall,
  REQUEST_ID_HEADER,
} from "#supabase/functions/_shared/contracts/function-call.ts";
import { CLIENT_ADDRESS_HEADER } from "#supabase/functions/_shared/request/client-address.ts";
import { inTime } from "../setup/in-time.ts";
import type { Secrets } from "../setup/secrets.ts";
import { CALLER_HEADER } from "./functions-caller.ts";
import { keepFunctionsRunning } from "./functions-process.ts";

/** The server functions of a directory, as `/functions/v1/<name>`. */
export type Functions = Awaited<ReturnType<typeof startFunctions>>;

/** How long a call waits for the functions to come back after a crash, in milliseconds. */
const PATIENCE = 10_000;

/**
 * Environment variables for the functions: the AI provider's, and what a runtime needs to reach it.
 */
const PASSED_ON =
  /^(OPENAI_.*|AI_.*|DENO_DIR|DENO_CERT|DENO_TLS_CA_STORE|HOME|XDG_CACHE_HOME|LOCALAPPDATA|SYSTEMROOT|TZ|NO_COLOR|(HTTPS?|NO)_PROXY|(https?|no)_proxy)$/;

/** Starts the functions of a directory: its folders with an index.ts, except those named `_…`. */
export async function startFunctions(options: {
  directory: string;
  secrets: Secrets;
  /** The address at which the functions reach the database, auth and storage. */
  backendUrl: string;
  /** Environment variables that take the place of this process's own. */
  variables: Readonly<Record<string, string>>;
  /** Gets every call that was answered. */
  onCall: (call: FunctionCall) => void;
}) {
  const { directory, secrets, onCall } = options;
  const names = await listFunctions(directory);
  const passedOn = Object.entries(Deno.env.toObject()).filter(([name]) => PASSED_ON.test(name));
  const env = {
    ...Object.fromEntries(passedOn),
    ...options.variables,
    DENO_NO_UPDATE_CHECK: "1",
    SUPABASE_URL: options.backendUrl,
    SUPABASE_ANON_KEY: secrets.publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: secrets.secretKey,
  };
  const child = keepFunctionsRunning({ directory, names, env, onCall });

  return {
    /** Answers a request of the client at that address. `requestId` is its id in the logs. */
    async fetch(request: Request, clientAddress: string, requestId: string): Promise<Response> {
      const { pathname, search } = new URL(request.url);
      const path = pathname.slice("/functions/v1".length);
      const [, name = ""] = path.split("/");
      if (!names.includes(name)) return unknownFunction();
      const way = await inTime(child.way(), PATIENCE);
      if (!way) return unavailable();
      try {
        return await proxy(`http://127.0.0.1:${way.port}${path}${search}`, {
          raw: request,
          // A call goes on when its client has gone, and keeps its place until it is done.
          signal: null,
          redirect: "manual",
          headers: {
            ...Object.fromEntries(request.headers),
            connection: undefined,
            [CALLER_HEADER]: way.secret,
            // The functions' log must hold the real address, not what the client's own headers claim.
            [CLIENT_ADDRESS_HEADER]: clientAddress,
            [REQUEST_ID_HEADER]: requestId,
            "x-forwarded-for": undefined,
            "x-real-ip": undefined,
            forwarded: undefined,
          },
        });
      } catch {
        return unavailable();
      }
    },
    /** The functions that there are. */
    names,
    /** Resolves when they can be called, or when the first try to start them has failed. */
    started: child.started,
    /** Ends them when the calls in progress are done, or after `grace` milliseconds. */
    stop: (grace: number) => child.stop(grace),
  };
}

async function listFunctions(directory: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(directory)) {
    if (!isDirectory || name.startsWith("_")) continue;
    const index = await Deno.stat(`${directory}/${name}/index.ts`).catch(() => undefined);
    if (index?.isFile) names.push(name);
  }
  return names.sort();
}

function unknownFunction(): Response {
  return Response.json(
    { code: "NOT_FOUND", message: "Requested function was not found" },
    { status: 404 },
  );
}

/** The answer when the functions crash during a call: the client should try again. */
function unavailable(): Response {
  return Response.json(
    { error: { code: "internal", message: "The server function stopped. Please try again." } },
    { status: 503, headers: { "retry-after": "1" } },
  );
}

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { proxy } from "hono/proxy";
import {
  type FunctionCall,
  functionCallSchema,
  REQUEST_ID_HEADER,
} from "#supabase/functions/_shared/contracts/function-call.ts";
import { parseJson } from "#supabase/functions/_shared/contracts/parse-json.ts";
import { CLIENT_ADDRESS_HEADER } from "#supabase/functions/_shared/request/client-address.ts";
import { log } from "../observability/log.ts";
import { inTime } from "../setup/in-time.ts";
import type { Secrets } from "../setup/secrets.ts";
import {
  CALLER_HEADER,
  CALLER_SECRET,
  endWithin,
  FINISH,
  NODE_MODULES,
  servingProcess,
  startDeno,
} from "./deno-child.ts";

const script = fileURLToPath(new URL("./functions-child.ts", import.meta.url));

/** The server functions of a directory, as `/functions/v1/<name>`. */
export type Functions = Awaited<ReturnType<typeof startFunctions>>;

/** How long a call waits for the functions to start after a crash, in milliseconds. */
const PATIENCE = 10_000;
/**
 * How long the process may take to end when its calls are given up, in milliseconds: each of them
 * returns its claim to the database before.
 */
const ENDING_PATIENCE = 5000;

/** Environment variables for the functions besides Deno's: the AI provider's, the webhooks', and the way there. */
const PASSED_ON = /^(OPENAI_.*|AI_.*|WEBHOOK_.*|DENO_CERT|(HTTPS?|NO)_PROXY|(https?|no)_proxy)$/;

/** Runs the functions of a directory in one process: its folders with an index.ts, except `_…`. */
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
    SUPABASE_URL: options.backendUrl,
    SUPABASE_ANON_KEY: secrets.publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: secrets.secretKey,
  };
  /** Everybody on this machine can reach its port: callers need the secret. */
  const secret = crypto.randomUUID();
  let isStopping = false;
  const start = () =>
    startDeno({
      permissions: [
        "--allow-net",
        "--allow-env",
        // Resolves the names in the functions' imports, as where they are deployed.
        `--import-map=${join(directory, "deno.json")}`,
        // With the configuration of the backend, packages would be looked for beside that.
        ...["--no-config", "--node-modules-dir=manual"],
        `--allow-read=${directory},${NODE_MODULES}`,
      ],
      script,
      args: [directory, ...names],
      env: { ...env, [CALLER_SECRET]: secret },
    });

  /** Logs a line of the functions' output. */
  function print(line: string): void {
    const call = functionCallSchema.safeParse(parseJson(line)).data;
    if (!call) {
      log.info`${line}`;
      return;
    }
    onCall(call);
    const { time: _, level, event: __, ...figures } = call;
    log[level]("{function}: {outcome} in {ms} ms", figures);
  }

  const serving = servingProcess("The process of the server functions", start, print);
  return {
    /** Answers a request of the client at that address. `requestId` is its id in the logs. */
    async fetch(request: Request, clientAddress: string, requestId: string): Promise<Response> {
      const { pathname, search } = new URL(request.url);
      const path = pathname.slice("/functions/v1".length);
      if (!names.includes(path.split("/")[1] ?? "")) {
        const body = { code: "NOT_FOUND", message: "Requested function was not found" };
        return Response.json(body, { status: 404 });
      }
      if (isStopping) return unavailable();
      const port = await inTime(serving.port(), PATIENCE).catch(() => undefined);
      if (port === undefined) return unavailable();
      return await proxy(`http://127.0.0.1:${port}${path}${search}`, {
        raw: request,
        // A call goes on when its client has gone, and keeps its place until it is done.
        signal: null,
        redirect: "manual",
        headers: {
          ...Object.fromEntries(request.headers),
          connection: undefined,
          [CALLER_HEADER]: secret,
          // The functions' log must hold the real address, not what the client's own headers claim.
          [CLIENT_ADDRESS_HEADER]: clientAddress,
          [REQUEST_ID_HEADER]: requestId,
          "x-forwarded-for": undefined,
          "x-real-ip": undefined,
          forwarded: undefined,
        },
      }).catch(unavailable);
    },
    /** The functions that there are. */
    names,
    /** Resolves when they can be called, or when the first try to start them has failed. */
    started: serving.port().then(Boolean, () => false),
    /**
     * Ends the process when the calls in progress are done, or after `grace` milliseconds, when those
     * that wait for the provider give their claims back.
     */
    async stop(grace: number): Promise<void> {
      isStopping = true;
      const child = serving.take();
      if (!child) return;
      const orders = child.stdin.getWriter();
      orders.write(new TextEncoder().encode(`${FINISH}\n`)).catch(() => {});
      const giveUp = setTimeout(() => {
        orders.close().catch(() => {});
        // A function that never lets the event loop run does not notice that its input has closed.
        void endWithin(child, ENDING_PATIENCE);
      }, grace);
      await child.status;
      clearTimeout(giveUp);
    },
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

/** The answer when the functions crash during a call: the client should try again. */
function unavailable(): Response {
  return Response.json(
    { error: { code: "internal", message: "The server function stopped. Please try again." } },
    { status: 503, headers: { "retry-after": "1" } },
  );
}

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  type FunctionCall,
  functionCallSchema,
} from "#supabase/functions/_shared/contracts/function-call.ts";
import { log } from "../observability/log.ts";
import { parseJson } from "../setup/parse-json.ts";
import { endWithin, readLines, startDeno } from "./deno-child.ts";
import { CALLER_SECRET, FINISH } from "./functions-caller.ts";

const script = fileURLToPath(new URL("./functions-child.ts", import.meta.url));
const nodeModules = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/** Pauses between restarts double from the shortest to the longest, in milliseconds. */
const SHORTEST_PAUSE = 100;
const LONGEST_PAUSE = 10_000;

/**
 * How long the process may take to end when its calls are given up, in milliseconds: each of them
 * returns its claim to the database before.
 */
const PATIENCE = 5000;

/** How to call the functions of one process. */
interface Way {
  /** The port on 127.0.0.1, which every page and every user of this machine can reach. */
  port: number;
  /** Tells the backend's calls from all others; sent in the header `CALLER_HEADER`. */
  secret: string;
}

/**
 * Keeps one process with the server functions running. A crashed process is replaced by a new one:
 * soon after the first crash, and after longer and longer pauses while the crashes go on.
 */
export function keepFunctionsRunning(options: {
  directory: string;
  names: readonly string[];
  /** All that the functions see of the environment. */
  env: Record<string, string>;
  /** Gets every call that was answered. */
  onCall: (call: FunctionCall) => void;
}) {
  const { directory, names, env, onCall } = options;
  /** Aborts with the milliseconds that calls in progress may still take. */
  const stopping = new AbortController();
  const { signal } = stopping;
  const started = Promise.withResolvers<void>();
  let way = Promise.withResolvers<Way>();

  async function keepRunning(): Promise<void> {
    let pause = SHORTEST_PAUSE;
    while (!signal.aborted) {
      const startedAt = Date.now();
      const code = await runOnce();
      started.resolve();
      if (signal.aborted) return;
      console.error(`The server functions stopped (exit code ${code}) and are started again.`);
      pause = Date.now() - startedAt > LONGEST_PAUSE ? SHORTEST_PAUSE : pause * 2;
      await sleep(Math.min(pause, LONGEST_PAUSE), undefined, { signal }).catch(() => {});
    }
  }

  async function runOnce(): Promise<number> {
    const secret = crypto.randomUUID();
    const child = startDeno({
      permissions: [
        "--allow-net",
        "--allow-env",
        // Resolves the names in the functions' imports, as where they are deployed.
        `--import-map=${join(directory, "deno.json")}`,
        // With the configuration of the backend, packages would be looked for beside that.
        ...["--no-config", "--node-modules-dir=manual"],
        `--allow-read=${directory},${nodeModules}`,
      ],
      script,
      args: [directory, ...names],
      env: { ...env, [CALLER_SECRET]: secret },
    });
    let giveUp: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      const orders = child.stdin.getWriter();
      orders.write(new TextEncoder().encode(`${FINISH}\n`)).catch(() => {});
      giveUp = setTimeout(() => {
        orders.close().catch(() => {});
        // A function that never lets the event loop run does not notice that its input has closed.
        void endWithin(child, PATIENCE);
      }, signal.reason);
    };
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
    await watch(child.stdout, secret);
    const { code } = await child.status;
    signal.removeEventListener("abort", end);
    clearTimeout(giveUp);
    return code;
  }

  /** Logs the functions' output, and takes the port from the line with it. */
  async function watch(stdout: ReadableStream<Uint8Array>, secret: string): Promise<void> {
    let listening = false;
    for await (const line of readLines(stdout)) {
      const [, port] = /^functions listening on (\d+)$/.exec(line) ?? [];
      if (port) {
        listening = true;
        way.resolve({ port: Number(port), secret });
        started.resolve();
      } else print(line);
    }
    // The process is gone: new calls wait for the next one. If it never listened, calls wait
    // already.
    if (listening) way = Promise.withResolvers();
  }

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

  const running = keepRunning();
  return {
    /** Resolves when the functions can be called, or when the first try to start them has failed. */
    started: started.promise,
    /** How to call the functions; during a restart, resolves when it is done. */
    way: () => way.promise,
    /**
     * Ends the process when the calls in progress are done, or after `grace` milliseconds, when those
     * that wait for the provider give their claims back.
     */
    async stop(grace: number): Promise<void> {
      stopping.abort(grace);
      await running;
    },
  };
}

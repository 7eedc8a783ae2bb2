import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type FunctionCall,
  functionCallSchema,
} from "#supabase/functions/_shared/contracts/function-call.ts";
import { log } from "../observability/log.ts";
import { endWithin, linesOf, startDeno } from "./deno-child.ts";
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
export interface Way {
  /** The port on 127.0.0.1, which every page and every user of this machine can reach. */
  port: number;
  /** Tells the backend's calls from all others; sent in the header `CALLER_HEADER`. */
  secret: string;
}

/**
 * Keeps one process with the server functions running. A crashed process is replaced by a new one:
 * soon after the first crash, and after longer and longer pauses while the crashes go on.
 */
export class FunctionsProcess {
  readonly #directory: string;
  readonly #names: readonly string[];
  readonly #env: Record<string, string>;
  readonly #onCall: (call: FunctionCall) => void;
  /** Aborts with the milliseconds that calls in progress may still take. */
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #way = Promise.withResolvers<Way>();
  #started = Promise.withResolvers<void>();

  /**
   * @param env all that the functions see of the environment
   * @param onCall is told of every call that was answered
   */
  constructor(
    directory: string,
    names: readonly string[],
    env: Record<string, string>,
    onCall: (call: FunctionCall) => void,
  ) {
    this.#onCall = onCall;
    this.#directory = directory;
    this.#names = names;
    this.#env = env;
    this.#running = this.#keepRunning();
  }

  /** Resolves when the functions can be called, or when the first try to start them has failed. */
  get started(): Promise<void> {
    return this.#started.promise;
  }

  /** How to call the functions; during a restart, resolves when it is done. */
  get way(): Promise<Way> {
    return this.#way.promise;
  }

  /**
   * Ends the process when the calls in progress are done, or after `grace` milliseconds, when those
   * that wait for the provider give their claims back.
   */
  async stop(grace: number): Promise<void> {
    this.#stopping.abort(grace);
    await this.#running;
  }

  async #keepRunning(): Promise<void> {
    let pause = SHORTEST_PAUSE;
    while (!this.#stopping.signal.aborted) {
      const startedAt = Date.now();
      const code = await this.#runOnce();
      this.#started.resolve();
      if (this.#stopping.signal.aborted) return;
      console.error(`The server functions stopped (exit code ${code}) and are started again.`);
      pause = Date.now() - startedAt > LONGEST_PAUSE ? SHORTEST_PAUSE : pause * 2;
      await this.#sleep(Math.min(pause, LONGEST_PAUSE));
    }
  }

  async #runOnce(): Promise<number> {
    const secret = crypto.randomUUID();
    const child = startDeno({
      permissions: [
        "--allow-net",
        "--allow-env",
        // Resolves the names in the functions' imports, as where they are deployed.
        `--import-map=${join(this.#directory, "deno.json")}`,
        // With the configuration of the backend, packages would be looked for beside that.
        ...["--no-config", "--node-modules-dir=manual"],
        `--allow-read=${this.#directory},${nodeModules}`,
      ],
      script,
      args: [this.#directory, ...this.#names],
      env: { ...this.#env, [CALLER_SECRET]: secret },
    });
    let giveUp: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      const orders = child.stdin.getWriter();
      orders.write(new TextEncoder().encode(`${FINISH}\n`)).catch(() => {});
      giveUp = setTimeout(() => {
        orders.close().catch(() => {});
        // A function that never lets the event loop run does not notice that its input has closed.
        void endWithin(child, PATIENCE);
      }, this.#stopping.signal.reason);
    };
    this.#stopping.signal.addEventListener("abort", end, { once: true });
    if (this.#stopping.signal.aborted) end();
    await this.#watch(child.stdout, secret);
    const { code } = await child.status;
    this.#stopping.signal.removeEventListener("abort", end);
    clearTimeout(giveUp);
    return code;
  }

  /** Logs the functions' output, and takes the port from the line that tells it. */
  async #watch(stdout: ReadableStream<Uint8Array>, secret: string): Promise<void> {
    let listening = false;
    for await (const line of linesOf(stdout)) {
      const [, port] = /^functions listening on (\d+)$/.exec(line) ?? [];
      if (port) {
        listening = true;
        this.#way.resolve({ port: Number(port), secret });
        this.#started.resolve();
      } else this.#print(line);
    }
    // The process is gone: new calls wait for the next one. If it never listened, calls wait
    // already.
    if (listening) this.#way = Promise.withResolvers();
  }

  /** Logs a line of the functions' output. */
  #print(line: string): void {
    const call = callOf(line);
    if (!call) {
      log.info`${line}`;
      return;
    }
    this.#onCall(call);
    const { time: _, level, event: __, ...figures } = call;
    log[level]("{function}: {outcome} in {ms} ms", figures);
  }

  #sleep(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    this.#stopping.signal.addEventListener("abort", () => resolve(), { once: true });
    return promise.finally(() => clearTimeout(timer));
  }
}

/** The call that a line of the functions' output tells of, if it does. */
function callOf(line: string): FunctionCall | undefined {
  try {
    return functionCallSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

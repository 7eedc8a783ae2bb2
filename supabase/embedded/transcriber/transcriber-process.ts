import { fileURLToPath } from "node:url";
import { endWithin, linesOf, startDeno } from "../functions/deno-child.ts";
import { CALLER_KEY } from "./caller-key.ts";

const script = fileURLToPath(new URL("./transcriber-child.ts", import.meta.url));
const nodeModules = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/** How long the process may take to end when it is asked to, in milliseconds. */
const PATIENCE = 1000;

/**
 * The process that transcribes: started when it is needed, again after a crash, and ended when it
 * has had nothing to do for a while, because its model takes hundreds of megabytes.
 */
export class TranscriberProcess {
  readonly #key: string;
  readonly #modelsDir: string;
  #running: { child: Deno.ChildProcess; port: Promise<number> } | undefined;
  #stopping = false;

  /**
   * @param key callers of the process must have it
   * @param modelsDir where the packages with the model are
   */
  constructor(key: string, modelsDir: string) {
    this.#key = key;
    this.#modelsDir = modelsDir;
  }

  /** The port on 127.0.0.1 at which it answers; starts it. @throws Error when it does not start */
  get port(): Promise<number> {
    if (this.#stopping) return Promise.reject(new Error("The transcriber is stopped."));
    this.#running ??= this.#start();
    return this.#running.port;
  }

  /** Ends the process, whatever it does; it can be started again. */
  async end(): Promise<void> {
    const running = this.#running;
    if (!running) return;
    this.#running = undefined;
    running.child.stdin.close().catch(() => {});
    await endWithin(running.child, PATIENCE);
  }

  /** Ends the process for good. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.end();
  }

  #start(): { child: Deno.ChildProcess; port: Promise<number> } {
    const child = startDeno({
      permissions: [
        "--allow-net=127.0.0.1",
        "--allow-env",
        `--allow-read=${nodeModules},${this.#modelsDir}`,
      ],
      script,
      args: [this.#modelsDir],
      env: { [CALLER_KEY]: this.#key },
      // Nobody waits for a transcription, and everybody for the rest.
      isInBackground: true,
    });
    const running = { child, port: this.#watch(child) };
    running.port.catch(() => {});
    void child.status.then(() => {
      if (this.#running === running) this.#running = undefined;
    });
    return running;
  }

  /** Prints what the process prints, and takes the port from the line that tells it. */
  #watch({ stdout }: Deno.ChildProcess): Promise<number> {
    const port = Promise.withResolvers<number>();
    const read = async () => {
      for await (const line of linesOf(stdout)) {
        const [, number] = /^transcriber listening on (\d+)$/.exec(line) ?? [];
        if (number) port.resolve(Number(number));
        else console.log(line);
      }
      port.reject(new Error("The transcriber does not start."));
    };
    void read().catch(port.reject);
    return port.promise;
  }
}

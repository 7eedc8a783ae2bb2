import { dirname } from "node:path";
import { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import { endWithin, NODE_MODULES, startDeno } from "../functions/deno-child.ts";

const script = fileURLToPath(new URL("./pglite-child.ts", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));

/** How long the database may take to save its data when it is asked to end, in milliseconds. */
const PATIENCE = 5000;

/** The process of the database in a directory: one at a time, and a new one for each connection. */
export class PgliteProcess {
  readonly #directory: string;
  #running: Deno.ChildProcess | undefined;
  /** Settles when the last started process has ended. */
  #ended: Promise<unknown> = Promise.resolve();
  #stopping = false;

  constructor(directory: string) {
    this.#directory = directory;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Starts a process when the previous one has ended. */
  async start(): Promise<Deno.ChildProcess> {
    await this.#ended;
    if (this.#stopping) throw new Error("The database is closed.");
    const around = dirname(this.#directory);
    const child = startDeno({
      permissions: [
        `--allow-read=${around},${here},${NODE_MODULES}`,
        `--allow-write=${around}`,
        "--allow-env",
      ],
      script,
      args: [this.#directory],
      env: {},
    });
    this.#running = child;
    this.#ended = child.status.then(() => {
      this.#running = undefined;
    });
    return child;
  }

  /** Kills the process, whatever it is doing. */
  kill(): void {
    this.#running?.kill("SIGKILL");
  }

  /** Waits for the end of the process, which ends once its connection is closed. No other one is started. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#running) await endWithin(this.#running, PATIENCE);
  }
}

/** A connection to a process of the database over its standard input and output, for `pg`. */
export class PgliteStream extends Duplex {
  readonly #process: PgliteProcess;
  #requests: WritableStreamDefaultWriter<Uint8Array> | undefined;

  constructor(process: PgliteProcess) {
    super({ allowHalfOpen: false });
    this.#process = process;
  }

  connect(): this {
    this.#process.start().then(
      (child) => {
        this.#requests = child.stdin.getWriter();
        void this.#passOn(child);
        this.emit("connect");
      },
      (error) => this.destroy(error),
    );
    return this;
  }

  async #passOn({ stdout, status }: Deno.ChildProcess): Promise<void> {
    for await (const answer of stdout) this.push(answer);
    await status;
    this.destroy();
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _: string, done: () => void): void {
    this.#send(chunk, done);
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  /** A failed write is not reported: the end of the process destroys this stream, which reports enough. */
  #send(bytes: Uint8Array, done: () => void): void {
    this.#requests?.write(bytes).then(done, done);
  }

  override _final(done: () => void): void {
    this.#requests?.close().then(done, done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#requests?.close().catch(() => {});
    done(error);
  }

  /** `pg` also calls these methods of a socket. */
  setNoDelay = (): this => this;
  ref = (): this => this;
  unref = (): this => this;
}

import { Duplex } from "node:stream";

/** A connection to a process of the database over its standard input and output, for `pg`. */
export class PgliteStream extends Duplex {
  readonly #start: () => Promise<Deno.ChildProcess>;
  #requests: WritableStreamDefaultWriter<Uint8Array> | undefined;

  /** @param start starts a process when the previous one has ended */
  constructor(start: () => Promise<Deno.ChildProcess>) {
    super({ allowHalfOpen: false });
    this.#start = start;
  }

  connect(): this {
    this.#start().then(
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

  /** A failed write is not reported: the end of the process destroys this stream, which reports enough. */
  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    const bytes = Buffer.concat(chunks.map(({ chunk }) => chunk));
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

// The interface that every page of the benchmark offers to its driver, whichever queue it holds.
import type { Contender, OpenQueue } from "./contender.ts";

/** It is `globalThis.bench` of a page; every value crosses the DevTools protocol. */
export interface BenchPage {
  readonly name: string;
  readonly version: string;
  open(server: string): Promise<void>;
  /** Enqueues one item of `size` bytes; resolves when the queue says that it is stored. */
  enqueue(item: { id: string; size: number; lane?: string }): Promise<void>;
  waiting(): Promise<number>;
  wake(): Promise<void>;
}

/**
 * The bytes of an item. They begin with its id, so that the server can identify it whatever its
 * key.
 */
export function bytesOf(id: string, size: number): ArrayBuffer {
  const bytes = new Uint8Array(size);
  bytes.set(new TextEncoder().encode(id).subarray(0, size));
  return bytes.buffer;
}

/** Puts a contender where the driver finds it: at `globalThis.bench`. */
export function present(contender: Contender): void {
  let opened: Promise<OpenQueue> | null = null;
  async function queue(): Promise<OpenQueue> {
    if (opened === null) throw new Error("The queue is not open");
    return opened;
  }
  const bench: BenchPage = {
    name: contender.name,
    version: contender.version,
    async open(server) {
      opened ??= contender.open(server);
      await opened;
    },
    async enqueue({ id, size, lane }) {
      const item = { id, bytes: bytesOf(id, size), ...(lane !== undefined && { lane }) };
      await (await queue()).enqueue(item);
    },
    waiting: async () => (await queue()).waiting(),
    wake: async () => (await queue()).wake(),
  };
  Object.assign(globalThis, { bench });
}

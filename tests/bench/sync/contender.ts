/** The queues that are compared, by the names of their scripts, in the order of the tables. */
export const CONTENDERS = {
  ours: "Field Agents",
  workbox: "workbox Queue",
  tanstack: "@tanstack/offline-tx",
  "dexie-loop": "raw Dexie loop",
} as const;
export type ContenderName = keyof typeof CONTENDERS;
export const NAMES = Object.keys(CONTENDERS) as ContenderName[];

/** A queue as a page uses it. It sends each item with `requestFor`. */
export interface OpenQueue {
  /** Resolves when the queue says that the item is stored. */
  enqueue(id: string, bytes: ArrayBuffer): Promise<void>;
  /** The number of items that wait. */
  waiting(): Promise<number>;
  /** Makes the queue send now, by the means that a page has at start, sign-in and Retry. */
  wake(): Promise<void>;
}

/** The request that every contender sends for an item. */
export function requestFor(server: string, id: string, bytes: BodyInit): Request {
  return new Request(`${server}/items`, {
    method: "POST",
    headers: { "Idempotency-Key": id, "Content-Type": "application/octet-stream" },
    body: bytes,
  });
}

/** What every contender's page offers to the benchmark, whichever queue it holds. */
export interface ContenderPage {
  /** @param server origin of the server that the items are sent to */
  open(server: string): Promise<void>;
  /**
   * Enqueues items of `size` bytes one after the other, with a pause between them, and calls
   * `kept` of the page for each that is stored.
   */
  enqueue(ids: readonly string[], size: number, pauseMs: number): Promise<void>;
  waiting(): Promise<number>;
  /** Does not wait for what comes of it. @returns when it was, in epoch ms with fractions */
  wake(): number;
}

/** Puts a queue where the benchmark finds it: at `globalThis.bench`. */
export function present(openQueue: (server: string) => Promise<OpenQueue>): void {
  let queue: OpenQueue | null = null;
  const opened = (): OpenQueue => {
    if (queue === null) throw new Error("The queue is not open");
    return queue;
  };
  const bench: ContenderPage = {
    async open(server) {
      queue = await openQueue(server);
    },
    async enqueue(ids, size, pauseMs) {
      const kept: (id: string) => void = Reflect.get(globalThis, "kept");
      for (const id of ids) {
        await opened().enqueue(id, bytesOf(id, size));
        kept(id);
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    },
    waiting: () => opened().waiting(),
    wake() {
      const begun = performance.timeOrigin + performance.now();
      // Some queues resolve only after everything is sent, some reject by then: the server tells.
      opened()
        .wake()
        .catch(() => undefined);
      return begun;
    },
  };
  Object.assign(globalThis, { bench });
}

/** They begin with the item's id, so that the server can identify it whatever its key. */
function bytesOf(id: string, size: number): ArrayBuffer {
  const bytes = new Uint8Array(size);
  bytes.set(new TextEncoder().encode(id).subarray(0, size));
  return bytes.buffer;
}

/** The queues that are compared, by the names of their scripts, in the order of the table. */
export const CONTENDERS = {
  ours: "Field Agents",
  workbox: "workbox Queue",
  tanstack: "@tanstack/offline-tx",
  "dexie-loop": "raw Dexie loop",
} as const;
export type ContenderName = keyof typeof CONTENDERS;
export const NAMES = Object.keys(CONTENDERS) as ContenderName[];

/** A queue as a page uses it. It sends each item with `requestFor`. */
interface OpenQueue {
  /** Resolves when the queue says that the item is stored. */
  enqueue(id: string, bytes: ArrayBuffer): Promise<void>;
  /** Makes the queue send now, by the means that a page has at its start. */
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
  /**
   * Enqueues items of `size` bytes one after the other, with a pause between them, and calls
   * `kept` of the page for each that is stored.
   */
  enqueue(ids: readonly string[], size: number, pauseMs: number): Promise<void>;
  /** Does not wait for what comes of it. @returns when it was, in epoch ms with fractions */
  wake(): number;
}

/** Opens a queue that sends to the page's own origin, and puts it at `globalThis.bench`. */
export async function present(openQueue: (server: string) => Promise<OpenQueue>): Promise<void> {
  const queue = await openQueue(location.origin);
  const bench: ContenderPage = {
    async enqueue(ids, size, pauseMs) {
      const kept: (id: string) => void = Reflect.get(globalThis, "kept");
      for (const id of ids) {
        const bytes = new Uint8Array(size);
        // They begin with the item's id, so that the server can identify it whatever its key.
        bytes.set(new TextEncoder().encode(id).subarray(0, size));
        await queue.enqueue(id, bytes.buffer);
        kept(id);
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    },
    wake() {
      const begun = performance.timeOrigin + performance.now();
      // Some queues resolve only after everything is sent, some reject by then: the server tells.
      queue.wake().catch(() => undefined);
      return begun;
    },
  };
  Object.assign(globalThis, { bench });
}

/** Something to enqueue. */
export interface BenchItem {
  id: string;
  bytes: ArrayBuffer;
  /** Order within a lane is to be kept, where the contender can. Without one the item stands alone. */
  lane?: string;
}

/**
 * A queue under test, as a page uses it. Every contender sends `POST /items` with the header
 * `Idempotency-Key: <id>` and the bytes as body.
 */
export interface Contender {
  readonly name: string;
  readonly version: string;
  /** @param server origin of the server that the items are for */
  open(server: string): Promise<OpenQueue>;
}

export interface OpenQueue {
  /** Resolves when the queue says that the item is kept. */
  enqueue(item: BenchItem): Promise<void>;
  /** How many wait. */
  waiting(): Promise<number>;
  /** What a page can do to make it send now: what its app does at start, sign-in and Retry. */
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

/** Names of the contenders, as their files and pages are called, in the order of the tables. */
export const CONTENDERS = ["ours", "workbox", "tanstack", "dexie-loop"] as const;
export type ContenderName = (typeof CONTENDERS)[number];

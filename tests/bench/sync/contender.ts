/** An item to enqueue. */
export interface BenchItem {
  id: string;
  bytes: ArrayBuffer;
  /**
   * Items of one lane stay in order, where the contender supports that. Without a lane the item has
   * no order to keep.
   */
  lane?: string;
}

/**
 * A queue that is measured, as a page uses it. Every contender sends `POST /items` with the header
 * `Idempotency-Key: <id>` and the bytes as body.
 */
export interface Contender {
  readonly name: string;
  readonly version: string;
  /** @param server origin of the server that the items are sent to */
  open(server: string): Promise<OpenQueue>;
}

export interface OpenQueue {
  /** Resolves when the queue says that the item is stored. */
  enqueue(item: BenchItem): Promise<void>;
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

/**
 * Names of the contenders, as used in the names of their files and pages, in the order of the
 * tables.
 */
export const CONTENDERS = ["ours", "workbox", "tanstack", "dexie-loop"] as const;
export type ContenderName = (typeof CONTENDERS)[number];

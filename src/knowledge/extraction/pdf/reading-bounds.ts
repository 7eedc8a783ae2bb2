import { growsTooLarge, UnreadableDocument } from "../document-text.ts";

/** The most bytes that pdf.js may unpack while it reads a page. */
const MOST_UNPACKED = 128 * 2 ** 20;
/** A stream grows by copies into arrays of twice the size, or is one of parts that are joined. */
const COPIES = 2;
/** Smaller arrays are not counted: a hostile page needs long for many of them. */
const LEAST_COUNTED = 64 * 1024;
/** The most operations and pieces of text that a page may have: each takes some hundred bytes. */
const MOST_OPERATIONS = 1_000_000;

/**
 * Bounds what pdf.js keeps in memory for a page; it has no bounds of its own. All that it unpacks
 * grows in arrays of bytes or passes the browser's decompression, so both are counted where they are
 * made, until `stop`: in this thread nothing but pdf.js is at work then.
 */
export function boundReading() {
  let reject: (reason: UnreadableDocument) => void = () => {};
  const exceeded = new Promise<never>((_, fail) => {
    reject = fail;
  });
  exceeded.catch(() => {});
  let bytes = 0;
  let operations = 0;
  const native = { Uint8Array, DecompressionStream };

  function count(unpacked: number): void {
    bytes += unpacked;
    if (bytes <= COPIES * MOST_UNPACKED) return;
    reject(growsTooLarge(MOST_UNPACKED));
    throw new RangeError("Too much was unpacked.");
  }

  Object.assign(globalThis, {
    Uint8Array: new Proxy(Uint8Array, {
      construct(target, args: [unknown], newTarget) {
        if (typeof args[0] === "number" && args[0] >= LEAST_COUNTED) count(args[0]);
        return Reflect.construct(target, args, newTarget);
      },
    }),
    DecompressionStream: class {
      readonly writable: WritableStream<BufferSource>;
      readonly readable: ReadableStream<Uint8Array>;
      constructor(format: CompressionFormat) {
        const { writable, readable } = new native.DecompressionStream(format);
        this.writable = writable;
        this.readable = readable.pipeThrough(
          new TransformStream<Uint8Array, Uint8Array>({
            transform(part, controller) {
              count(part.length);
              controller.enqueue(part);
            },
          }),
        );
      }
    },
  });

  return {
    /** Rejects when a bound is exceeded, and never resolves. */
    exceeded,
    /** A new page begins, and what was kept for the one before is released. */
    beginPage(): void {
      [bytes, operations] = [0, 0];
    },
    /** Counts what a message of pdf.js has of a page: operations, or pieces of text. */
    addMessage({ chunk }: { chunk?: { length?: number; items?: { length: number } } }): void {
      operations += chunk?.items?.length ?? chunk?.length ?? 0;
      if (operations <= MOST_OPERATIONS) return;
      reject(
        new UnreadableDocument(
          `A page of this PDF has more than ${MOST_OPERATIONS / 1e6} million drawing steps. Leave it out or simplify it and try again.`,
        ),
      );
    },
    stop: () => Object.assign(globalThis, native),
  };
}

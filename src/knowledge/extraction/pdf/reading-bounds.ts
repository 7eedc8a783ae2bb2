import { growsTooLarge, UnreadableDocument } from "../document-text.ts";

/** The most bytes that pdf.js may unpack while it reads a page. */
const MOST_UNPACKED = 128 * 2 ** 20;
/** A stream grows by copies into arrays of twice the size, or is one of parts that are joined. */
const COPIES = 2;
/** Smaller arrays are not counted: a hostile page needs long for many of them. */
const LEAST_COUNTED = 64 * 1024;
/** The most operations and pieces of text that a page may have: each takes some hundred bytes. */
const MOST_OPERATIONS = 1_000_000;

/** A part of a page as pdf.js sends it: operations, or pieces of text. */
interface PagePart {
  chunk?: { length?: number; items?: { length: number } };
}

/**
 * Bounds what pdf.js keeps in memory for a page; it has no bounds of its own. All that it unpacks
 * grows in arrays of bytes or passes the browser's decompression, so both are counted where they are
 * made, until `stop`: in this thread nothing but pdf.js is at work then.
 */
export class ReadingBounds {
  /** Rejects when a bound is exceeded, and never resolves. */
  readonly exceeded: Promise<never>;
  #reject: (reason: UnreadableDocument) => void = () => {};
  #bytes = 0;
  #operations = 0;
  readonly #native = { Uint8Array, DecompressionStream };

  constructor() {
    this.exceeded = new Promise((_, reject) => {
      this.#reject = reject;
    });
    this.exceeded.catch(() => {});
    const count = (bytes: number) => this.#count(bytes);
    const { DecompressionStream: Decompression } = this.#native;
    const counted = {
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
          const { writable, readable } = new Decompression(format);
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
    };
    Object.assign(globalThis, counted);
  }

  /** A new page begins, and what was kept for the one before is released. */
  beginPage(): void {
    this.#bytes = 0;
    this.#operations = 0;
  }

  /** Counts what a message of pdf.js has of a page. */
  addMessage({ chunk }: PagePart): void {
    this.#operations += chunk?.items?.length ?? chunk?.length ?? 0;
    if (this.#operations <= MOST_OPERATIONS) return;
    this.#reject(
      new UnreadableDocument(
        `A page of this PDF has more than ${MOST_OPERATIONS / 1e6} million drawing steps. Leave it out or simplify it and try again.`,
      ),
    );
  }

  stop(): void {
    Object.assign(globalThis, this.#native);
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= COPIES * MOST_UNPACKED) return;
    this.#reject(growsTooLarge(MOST_UNPACKED));
    throw new RangeError("Too much was unpacked.");
  }
}

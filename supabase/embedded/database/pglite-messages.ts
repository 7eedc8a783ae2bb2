/** Messages that the server answers: Query, Sync, Flush and Terminate. */
const answered = new Set(["Q", "S", "H", "X"].map((letter) => letter.charCodeAt(0)));
const SMALLEST_ROOM = 64 * 1024;

/**
 * Joins the chunks that a PostgreSQL client sends into requests that can be answered: complete
 * messages, the last of which asks for an answer.
 */
export class FrontendMessages {
  #bytes = new Uint8Array(2 * SMALLEST_ROOM);
  /** How many bytes have arrived, and how many of them are complete messages. */
  #waiting = 0;
  #whole = 0;
  /** Whether the first message was read, which is the only one without a type letter. */
  #started = false;

  /** The buffer into which the next chunk is written. */
  get room(): Uint8Array {
    if (this.#bytes.length - this.#waiting < SMALLEST_ROOM) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes.subarray(0, this.#waiting));
      this.#bytes = larger;
    }
    return this.#bytes.subarray(this.#waiting);
  }

  /** Takes `count` bytes that were written into `room`. Returns the request that is now complete, if any. */
  add(count: number): Uint8Array | undefined {
    this.#waiting += count;
    let complete = 0;
    for (let size = this.#nextSize(); size > 0; size = this.#nextSize()) {
      const letter = this.#bytes[this.#whole] ?? 0;
      this.#whole += size;
      if (!this.#started || answered.has(letter)) complete = this.#whole;
      this.#started = true;
    }
    return complete > 0 ? this.#take(complete) : undefined;
  }

  /** The size of the next message, in bytes; 0 until all of it has arrived. */
  #nextSize(): number {
    const letters = this.#started ? 1 : 0;
    const waiting = this.#waiting - this.#whole;
    if (waiting < letters + 4) return 0;
    const header = new DataView(this.#bytes.buffer, this.#whole + letters);
    const size = letters + header.getUint32(0);
    return size <= waiting ? size : 0;
  }

  #take(count: number): Uint8Array {
    const taken = this.#bytes.slice(0, count);
    this.#bytes.copyWithin(0, count, this.#waiting);
    this.#waiting -= count;
    this.#whole -= count;
    return taken;
  }
}

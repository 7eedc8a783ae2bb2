/** Messages that the server answers: a query, a synchronisation, a flush, the end. */
const answered = new Set(["Q", "S", "H", "X"].map((letter) => letter.charCodeAt(0)));
const SMALLEST_ROOM = 64 * 1024;

/**
 * Puts together what a client of PostgreSQL sends, in pieces as they come, to what can be answered
 * at once: whole messages, of which the last one asks for an answer.
 */
export class FrontendMessages {
  #bytes = new Uint8Array(2 * SMALLEST_ROOM);
  /** How many bytes are waiting, and how many of them are whole messages. */
  #waiting = 0;
  #whole = 0;
  /** The first message of all has no letter. */
  #started = false;

  /** Where to put the next piece. */
  get room(): Uint8Array {
    if (this.#bytes.length - this.#waiting < SMALLEST_ROOM) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes.subarray(0, this.#waiting));
      this.#bytes = larger;
    }
    return this.#bytes.subarray(this.#waiting);
  }

  /** Takes what was put into `room`; answers what is to be answered now, if anything. */
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

  /** The size of the next message, in bytes; 0 until it has come as a whole. */
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

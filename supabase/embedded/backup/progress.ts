/** How often a line is printed at most, in milliseconds. */
const INTERVAL = 1000;

/** Tells the person at the terminal how far a long piece of work is: about a line a second. */
export class Progress {
  #printedAt = Date.now();

  /** @param describe says where the work is; called only when a line is due */
  tell(describe: () => string): void {
    if (Date.now() - this.#printedAt < INTERVAL) return;
    this.#printedAt = Date.now();
    console.log(`  ${describe()}`);
  }
}

/** `12.3 MB`, or `45 kB` below one. */
export function inWords(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** `1 row`, `12,345 rows`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

import { LIMITS } from "./limits.ts";
import type { RowChange } from "./row-changes.ts";

/** Changes that wait to be reported. Those who made them take turns, so that nobody waits for one of many. */
export class ChangeTurns {
  /** The changes of each writer; whose turn is next comes first. */
  readonly #lines = new Map<string | null, RowChange[]>();

  /** Rows of one writer that were changed alike, one statement after the other, are reported together. */
  add(change: RowChange): void {
    const line = this.#lines.get(change.writer) ?? [];
    this.#lines.set(change.writer, line);
    const last = line.at(-1);
    const isAlike = last?.table === change.table && last.type === change.type;
    if (last && isAlike && last.rows.length + change.rows.length <= LIMITS.together) {
      last.rows.push(...change.rows);
      return;
    }
    line.push(change);
    if (line.length > LIMITS.waiting) line.shift();
  }

  next(): RowChange | undefined {
    for (const [writer, line] of this.#lines) {
      this.#lines.delete(writer);
      const change = line.shift();
      if (line.length > 0) this.#lines.set(writer, line);
      return change;
    }
    return undefined;
  }
}

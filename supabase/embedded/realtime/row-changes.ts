import { type Kysely, sql } from "kysely";
import { z } from "zod/mini";
import { LIMITS } from "./limits.ts";

/** The channel of the database's notifications. */
export const ROW_CHANGES = "row_changes";

const changeSchema = z.object({
  table: z.string(),
  type: z.enum(["INSERT", "UPDATE", "DELETE"]),
  /** When the transaction began. */
  at: z.string(),
  /** The id of the person who changed them; null for the server. */
  writer: z._default(z.nullable(z.string()), null),
  /** The rows' keys, and of deleted rows the small values. */
  rows: z.array(z.record(z.string(), z.unknown())),
});

/** Rows that one statement changed. */
export type RowChange = z.infer<typeof changeSchema>;

/** People who may see the same rows: the claims that their tokens share, as JSON, and their sessions. */
export type Viewers = Map<string, Set<string>>;

/** A changed row that somebody may see. */
export interface SeenRow {
  /** The columns that people may read, without large values; of a deleted row its key alone. */
  content: Record<string, unknown>;
  /** Whether no value was left out. */
  isWhole: boolean;
  /** The sessions whose people may see it. */
  sessions: string[];
}

/** Reads a notification. @throws for one that no trigger of ours has sent */
export function readChange(notification: string): RowChange {
  return changeSchema.parse(JSON.parse(notification));
}

/** Asks the policies which changed rows these people may see, once for all sessions of a person. */
export async function seenRows(
  database: Kysely<unknown>,
  viewers: Viewers,
  { table, type, rows }: RowChange,
): Promise<SeenRow[]> {
  const asked = [...viewers].map(([claims, sessions]) => ({
    claims: JSON.parse(claims),
    sessions: [...sessions],
  }));
  const seen = await sql<SeenRow>`
    select content, is_whole as "isWhole", sessions from embedded_realtime.seen_rows(
      ${JSON.stringify(asked)}::jsonb, ${table}, ${type === "DELETE"}, ${JSON.stringify(rows)}::jsonb)
  `.execute(database);
  return seen.rows;
}

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

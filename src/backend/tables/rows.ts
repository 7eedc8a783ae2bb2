import type { PostgrestClient } from "@supabase/postgrest-js";
import { z } from "zod/mini";
import type { Tokens } from "../auth/tokens.ts";
import type { Outcome } from "../outcome.ts";
import { allPages, asPerson } from "./table-requests.ts";

/** A table or view of the server, and the rows that are read from it. */
export interface RowSource<Row> {
  source: string;
  /** The columns that are read, separated by commas. */
  columns: string;
  /** What reads a row: a schema of zod, for example. @throws for another row */
  schema: { parse(row: unknown): Row };
}

type Operator = "gte" | "lt" | "ilike" | "cs" | "not.is";
type Condition = readonly [column: string, operator: Operator, value: string];

/** Which rows are read, and in which order. */
export interface Selection {
  /** Columns, and the values that they must have. */
  match: Readonly<Record<string, string | null>>;
  /** Alternatives in PostgREST's form, of which one must hold. */
  or?: string | undefined;
  /** Further conditions, with the operators of PostgREST: all of them must hold. */
  where?: readonly Condition[];
  /** Columns in their order of importance; one with a minus is read from its largest value on. */
  order: readonly string[];
  /** The most rows that are read; all by default. */
  limit?: number;
}

/**
 * Reads and writes rows of the server. Each method returns an `Outcome` and never throws. `me` is
 * the id of the signed-in person.
 */
export function openRows(client: PostgrestClient, auth: Tokens) {
  const ask = asPerson(auth);

  function select<Row>(
    { source, columns }: RowSource<Row>,
    { match, or, where = [], order }: Selection,
    counting: { count?: "exact" } = {},
  ) {
    let rows = client.from(source).select(columns, counting);
    for (const [column, value] of Object.entries(match)) {
      rows = value === null ? rows.is(column, null) : rows.eq(column, value);
    }
    if (or !== undefined) rows = rows.or(or);
    for (const condition of where) rows = rows.filter(...condition);
    return order.reduce(
      (sorted, column) =>
        sorted.order(column.replace("-", ""), { ascending: !column.startsWith("-") }),
      rows,
    );
  }

  return {
    read<Row>(me: string, from: RowSource<Row>, selection: Selection): Promise<Outcome<Row[]>> {
      const parse = createParser(from);
      const { limit } = selection;
      if (limit !== undefined) return ask(me, () => select(from, selection).limit(limit), parse);
      return allPages((first, last) =>
        ask(me, () => select(from, selection).range(first, last), parse),
      );
    },

    /**
     * A page of `size` rows behind the first `skipped`, and how many there are in all; null unless it
     * is the first page.
     */
    page<Row>(
      me: string,
      from: RowSource<Row>,
      selection: Selection,
      size: number,
      skipped = 0,
    ): Promise<Outcome<{ rows: Row[]; count: number | null }>> {
      const parse = createParser(from);
      return ask(
        me,
        () =>
          skipped === 0
            ? select(from, selection, { count: "exact" }).limit(size)
            : select(from, selection).range(skipped, skipped + size - 1),
        (data, count) => ({ rows: parse(data), count }),
      );
    },

    /** @returns the row with these values; null when there is none that `me` may see */
    readOne<Row>(
      me: string,
      from: RowSource<Row>,
      match: Selection["match"],
    ): Promise<Outcome<Row | null>> {
      const parse = createParser(from);
      return ask(
        me,
        () => select(from, { match, order: [] }),
        (data) => parse(data)[0] ?? null,
      );
    },

    /** Adds all of these rows, or none. @returns them as they are on the server */
    add<Row>(me: string, to: RowSource<Row>, rows: readonly object[]): Promise<Outcome<Row[]>> {
      const request = () =>
        client
          .from(to.source)
          .insert([...rows])
          .select(to.columns);
      return ask(me, request, createParser(to));
    },

    /** Adds a row of which nothing is read back. */
    addUnread(me: string, table: string, row: object): Promise<Outcome<true>> {
      return ask(
        me,
        () => client.from(table).insert(row),
        () => true as const,
      );
    },

    /** @returns the changed row; null when there is none that `me` may change */
    change<Row>(
      me: string,
      of: RowSource<Row>,
      match: Readonly<Record<string, string>>,
      change: object,
    ): Promise<Outcome<Row | null>> {
      const parse = createParser(of);
      return ask(
        me,
        () => client.from(of.source).update(change).match(match).select(of.columns),
        (data) => parse(data)[0] ?? null,
      );
    },

    /** Calls a function of the database. @param read reads what it returns. @throws for other data */
    call<T>(
      me: string,
      name: string,
      values: object,
      read: (data: unknown) => T,
    ): Promise<Outcome<T>> {
      return ask(me, () => client.rpc(name, values), read);
    },

    /**
     * @returns null when there is no such row that `me` may delete: the server reports that only by
     *   the rows that it has deleted
     */
    remove(me: string, table: string, id: string): Promise<Outcome<true | null>> {
      return ask(
        me,
        () => client.from(table).delete().eq("id", id).select("id"),
        (data) => (z.array(z.object({ id: z.uuid() })).parse(data).length > 0 ? true : null),
      );
    },
  };
}

/** Reads all rows of an answer. */
export const createParser =
  <Row>({ schema }: RowSource<Row>): ((data: unknown) => Row[]) =>
  (data) =>
    z
      .array(z.unknown())
      .parse(data)
      .map((row) => schema.parse(row));

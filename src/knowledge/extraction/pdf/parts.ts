import type { Box } from "./geometry.ts";
import type { Line } from "./lines.ts";
import type { Table } from "./tables.ts";

/** A part of a page that keeps its place as a whole. */
export type Part =
  | { kind: "line"; box: Box; line: Line }
  | { kind: "table"; box: Box; table: Table }
  | { kind: "frame"; box: Box; parts: Part[] }
  /** A horizontal line over the whole width: the text above it is read before the text below it. */
  | { kind: "rule"; box: Box };

/** A column, or a part of one: its parts in reading order, from the top. */
export interface Flow {
  parts: Part[];
  /** Whether the text in a frame below goes on with it, as a listing does below its title. */
  isFollowed: boolean;
}

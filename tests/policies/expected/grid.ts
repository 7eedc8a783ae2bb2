import { groups } from "../world/people.ts";

type Cells = Record<string, string>;

/**
 * Reads a table drawn in text: a first line of headings, then lines with a name and one cell per
 * heading, all separated by spaces. A heading that is a group of people stands for each of them; a
 * later heading counts more. @returns line name -> heading -> cell
 */
export function grid(text: string): Record<string, Cells> {
  return grids(text)[""] ?? {};
}

/** Several tables under one line of headings: a line of one word begins the table of that name. */
export function grids(text: string): Record<string, Record<string, Cells>> {
  const [headings = [], ...lines] = text
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([first]) => first);
  const tables: Record<string, Record<string, Cells>> = {};
  let current = "";
  for (const [name = "", ...cells] of lines) {
    if (cells.length === 0) {
      current = name;
      continue;
    }
    if (cells.length !== headings.length) throw new Error(`${name} has ${cells.length} cells`);
    const row = headings.flatMap((heading, i) =>
      (groups[heading] ?? [heading]).map((column) => [column, cells[i] ?? ""]),
    );
    tables[current] = { ...tables[current], [name]: Object.fromEntries(row) };
  }
  return tables;
}

/**
 * Reads a table drawn in text: a first line of column names, then lines with a name and one cell
 * per column, all separated by spaces. @returns line name -> column name -> cell; an empty object
 * for an empty text
 */
export function grid(text: string): Record<string, Record<string, string>> {
  const [heading = [], ...lines] = text
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([first]) => first);
  return Object.fromEntries(
    lines.map(([name = "", ...cells]) => {
      if (cells.length !== heading.length) throw new Error(`${name} has ${cells.length} cells`);
      return [name, Object.fromEntries(heading.map((column, i) => [column, cells[i] ?? ""]))];
    }),
  );
}

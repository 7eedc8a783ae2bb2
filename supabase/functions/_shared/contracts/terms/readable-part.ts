/**
 * A part as a person reads it: a row of a table as the names of its cells and their values.
 * @param between what separates the cells
 */
export function readablePart(text: string, between = "\n"): string {
  const rows = text.split("\n");
  const [names = [], cells] = rows.map((row) => row.split("\t").map((cell) => cell.trim()));
  if (rows.length !== 2 || cells === undefined || names.length < 2 || cells.length < 2) {
    return text.replace(/\t+/g, " · ").replaceAll(" · \n", "\n");
  }
  return cells
    .flatMap((cell, at) => {
      if (cell === "") return [];
      return [names[at] === undefined || names[at] === "" ? cell : `${names[at]}: ${cell}`];
    })
    .join(between);
}

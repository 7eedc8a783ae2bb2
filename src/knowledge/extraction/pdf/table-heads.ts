/** "12", ".558", "-3.8", "1.3 kΩ", "≤ 10 %". */
const FIGURE = /^[<>≤≥≈~±+−-]?\s?[.,]?\d/;
const NOTHING = /^[-–—]*$/;
const NAME = /\p{L}|[#№%]/u;
const LONGEST_NAME = 70;
/**
 * One column of figures is that of a list of properties, whose first may be words: "Model,
 * HP-240/B".
 */
const FEWEST_COLUMNS = 2;

/**
 * Whether the first row of a table names the columns, as far as the texts show: it has words above
 * figures.
 * @param first the texts of its cells
 * @param rows those of the rows below, with as many cells
 */
export function namesColumns(
  first: readonly string[],
  rows: readonly (readonly string[])[],
): boolean {
  const areNames = first.every(
    (text, at) => (text === "" && at === 0) || (NAME.test(text) && text.length <= LONGEST_NAME),
  );
  const columns = first.filter((name, at) => {
    const cells = rows.map((row) => row[at] ?? "").filter((text) => !NOTHING.test(text));
    const hasFigures = cells.length >= rows.length / 2 && cells.every((text) => FIGURE.test(text));
    return hasFigures && !FIGURE.test(name);
  });
  return rows.length > 0 && areNames && columns.length >= FEWEST_COLUMNS;
}

import { factsOf, isSame, type Quantity } from "./canonical.ts";
import { perText } from "./once-each.ts";
import { hasWord, shareOf, tellingWords } from "./words.ts";

/** What names a row or a column: words, codes and amounts. */
interface Name {
  words: ReadonlySet<string>;
  codes: ReadonlySet<string>;
  quantities: readonly Quantity[];
}

/** A row of a table, or of a list like "High / low pressure: 42 / 0.5 bar". */
export interface Row {
  name: Name;
  /** What tells each column from the others of its table. */
  columns: readonly Name[];
  cells: readonly (readonly Quantity[])[];
}

/** Where a claim goes on to something else. */
const PARTS = /[,;:()](?= |$)|\.(?= |$)|\b(?:and|or|but|then|while|whereas)\b/;

const nameOf = perText((text): Name => {
  const { codes, quantities, rest } = factsOf(text);
  return {
    words: new Set(tellingWords(rest)),
    codes: new Set(codes.map(({ code }) => code)),
    quantities,
  };
});

/** The rows of a passage's tables whose columns have names of their own. */
export function rowsOf(lines: readonly string[], heads: readonly number[]): Row[] {
  return lines.flatMap((line, at) => {
    const cells = line.split("\t").map((cell) => cell.trim());
    const head = (lines[heads[at] ?? -1] ?? "").split("\t").map((cell) => cell.trim());
    const isRow =
      cells.length > 2 && cells.length === head.length && heads[at] !== at && !cells.includes("");
    return [
      ...(isRow ? [rowOf(cells[0] ?? "", head.slice(1), cells.slice(1))] : []),
      ...(cells.length === 1 ? [] : listsOf(cells[0] ?? "", cells.slice(1))),
    ];
  });
}

/** "Largest / smallest pressure", "3.0 / 0.8 bar": a table of its own in one row. */
function listsOf(label: string, cells: readonly string[]): Row[] {
  const names = label.split(" / ").map((name) => name.split(" "));
  if (names.length < 2) return [];
  // The words that differ stand next to the slashes: "Largest / smallest pressure", "Switch opens / closes".
  const least = Math.min(...names.map((name) => name.length));
  const heads = names.map((name, at) =>
    (at === 0 ? name.slice(-least) : name.slice(0, least)).join(" "),
  );
  return cells.flatMap((cell) => {
    const values = cell.split(" / ");
    return values.length === names.length ? [rowOf(label, heads, values)] : [];
  });
}

function rowOf(label: string, heads: readonly string[], cells: readonly string[]): Row {
  const names = heads.map(nameOf);
  return {
    name: nameOf(label),
    columns: names.map((name, place) => {
      const others = names.filter((_, other) => other !== place);
      return {
        words: new Set(
          [...name.words].filter((word) => !others.some(({ words }) => words.has(word))),
        ),
        codes: new Set(
          [...name.codes].filter((code) => !others.some(({ codes }) => codes.has(code))),
        ),
        quantities: [],
      };
    }),
    cells: cells.map((cell) => factsOf(cell).quantities),
  };
}

/** Whether a part of a claim names one column of a table and has the figure of another one. */
export function wrongColumn(text: string, rows: readonly Row[]): string | null {
  if (rows.length === 0 || /\brespectively\b/i.test(text)) return null;
  const claim = nameOf(text);
  const parts = text.split(PARTS).map(nameOf);
  for (const part of parts) {
    // A part with a figure of its own names its own column.
    const around = joined(parts.filter((other) => other === part || other.quantities.length === 0));
    const closest = closestTo(part, rows) ?? closestTo(claim, rows) ?? [];
    const about = closest.map((row) => {
      const named = columnsOf(row, part);
      return { row, named: named.length > 0 ? named : columnsOf(row, around) };
    });
    for (const figure of part.quantities) {
      if (figure.isLoose) continue;
      const has = (cell: readonly Quantity[] | undefined) =>
        cell?.some((each) => isSame(each, figure)) === true;
      const isElsewhere = about.some(({ row, named }) => named.length === 1 && row.cells.some(has));
      const isHere = about.some(
        ({ row, named }) =>
          row.cells.every((cell) => part.quantities.some((each) => hasIn(cell, each))) ||
          hasNamedToo(row, named, part.quantities, figure) ||
          (named.length === 1 ? has(row.cells[named[0] ?? -1]) : row.cells.some(has)) ||
          has(row.name.quantities),
      );
      if (isElsewhere && !isHere) {
        return `${figure.value} belongs to something else in the table of the cited passage`;
      }
    }
  }
  return null;
}

function joined(names: readonly Name[]): Name {
  return {
    words: new Set(names.flatMap(({ words }) => [...words])),
    codes: new Set(names.flatMap(({ codes }) => [...codes])),
    quantities: names.flatMap(({ quantities }) => quantities),
  };
}

/** Whether the only named column is that of another figure beside this one: "9.2 % CO2 and no more than 150 ppm". */
function hasNamedToo(
  row: Row,
  [place, ...more]: readonly number[],
  figures: readonly Quantity[],
  figure: Quantity,
): boolean {
  const cell = row.cells[place ?? -1];
  return (
    cell !== undefined &&
    more.length === 0 &&
    figures.some((other) => other !== figure && !isAlike(other, figure) && hasIn(cell, other)) &&
    row.cells.some((each) => hasIn(each, figure))
  );
}

function isAlike(one: Quantity, other: Quantity): boolean {
  return one.unit?.dimension === other.unit?.dimension;
}

function hasIn(cell: readonly Quantity[], figure: Quantity): boolean {
  return cell.some((each) => isSame(each, figure));
}

/** The rows whose names are most like a text's words; null when none is. */
function closestTo(text: Name, rows: readonly Row[]): readonly Row[] | null {
  const best = Math.max(...rows.map((row) => likeness(row.name, text)));
  return best === 0 ? null : rows.filter((row) => likeness(row.name, text) === best);
}

/** The places of the columns that a part of a claim names, by their whole names if it can be. */
function columnsOf({ columns }: Row, part: Name): number[] {
  const named = columns.map(({ words, codes }) =>
    [...codes].some((code) => part.codes.has(code)) ? 1 : shareOf(words, part.words),
  );
  const best = Math.max(...named);
  return named.flatMap((share, place) => (share > 0 && share === best ? [place] : []));
}

/** How many marks of a row's name a claim has. */
function likeness(name: Name, claim: Name): number {
  return (
    [...name.words].filter((word) => hasWord(claim.words, word)).length +
    [...name.codes].filter((code) => claim.codes.has(code)).length +
    name.quantities.filter((said) => claim.quantities.some((each) => isSame(said, each))).length
  );
}

import { factsOf, isSame, type Quantity } from "./canonical.ts";
import { perPassage } from "./once-each.ts";
import { partsOf } from "./parts.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { hasWord, shareOf, tellingWords } from "./words.ts";

/** A row of a table: the words of its cells, and its figures. */
interface Row {
  cells: readonly ReadonlySet<string>[];
  quantities: readonly Quantity[];
  /** The figures of its first cell, which names it: "35 °C outdoors". */
  names: readonly Quantity[];
}

/** The words and codes of a text; figures have rules of their own. */
function namesOf(text: string): Set<string> {
  const { codes, rest } = factsOf(text);
  return new Set([...tellingWords(rest), ...codes.map(({ code }) => code)]);
}

/** The rows of each table of a passage, without their heads. */
const tablesOf = perPassage(({ windows }): Row[][] => {
  const tables = new Map<string, Row[]>();
  for (const { text, head, quantities } of windows) {
    if (!text.includes("\t") || text === head) continue;
    const cells = text.split("\t");
    const names = factsOf(cells[0] ?? "").quantities.filter(({ unit }) => unit !== null);
    const row = { cells: cells.map((cell) => namesOf(cell)), quantities, names };
    const rows = tables.get(head);
    if (rows) rows.push(row);
    else tables.set(head, [row]);
  }
  return [...tables.values()];
});

/** The words of a passage outside of its tables. */
const proseOf = perPassage(
  ({ windows }) =>
    new Set(windows.flatMap(({ text, terms }) => (text.includes("\t") ? [] : [...terms]))),
);

/**
 * Whether a claim names one row of a table, and has a word of another row's cell in place of its own:
 * "insulated gloves for brazing" of a table that has leather gloves there.
 */
export function wrongCell(plain: string, cited: readonly PassageFacts[]): string | null {
  const own = namesOf(plain);
  for (const rows of cited.flatMap(tablesOf)) {
    const named = rows.filter((row) => placeOfName(row, own) >= 0);
    const wrong = crossedRow(named, own) ?? figureOfOtherRow(plain, rows, cited);
    if (wrong !== null) return wrong;
    const [row] = named;
    if (!row || named.length > 1) continue;
    const name = placeOfName(row, own);
    const words = new Set(row.cells.flatMap((cell) => [...cell]));
    for (const [column, cell] of row.cells.entries()) {
      if (column === name || cell.size === 0) continue;
      const others = new Set(
        rows.flatMap((other) => (other === row ? [] : [...(other.cells[column] ?? [])])),
      );
      if ([...cell].some((word) => own.has(word) && !others.has(word))) continue;
      const strange = [...others].find(
        (word) =>
          own.has(word) &&
          !hasWord(words, word) &&
          !cited.some((passage) => hasWord(proseOf(passage), word)),
      );
      if (strange !== undefined) return `"${strange}" stands in another row of the table`;
    }
  }
  return null;
}

/** Whether a claim names one row by one column and another row by another one: the suction line's sensor with the code of the discharge line's. */
function crossedRow(named: readonly Row[], own: ReadonlySet<string>): string | null {
  const [one, other, ...more] = named;
  if (!one || !other || more.length > 0) return null;
  const [place, otherPlace] = [placeOfName(one, own), placeOfName(other, own)];
  const isWhole = (row: Row, at: number) =>
    [...(row.cells[at] ?? [])].every((word) => own.has(word));
  // "No water" is no other name in a claim about "water too hot".
  const isShared = (row: Row, of: Row, at: number) =>
    [...(of.cells[at] ?? [])].every((word) => row.cells[at]?.has(word));
  return place !== otherPlace &&
    !isWhole(one, otherPlace) &&
    !isWhole(other, place) &&
    !isShared(one, other, otherPlace) &&
    !isShared(other, one, place)
    ? "the names in the claim stand in different rows of the table"
    : null;
}

/** Which part of its name a claim must have of a row, and no word of another row's name. */
const LEAST_OF_NAME = 0.5;

/** Whether a claim names one row only, and has a figure that stands in other rows only. */
function figureOfOtherRow(
  plain: string,
  rows: readonly Row[],
  cited: readonly PassageFacts[],
): string | null {
  const parts = partsOf(plain).filter(({ quantities }) => quantities.some(({ unit }) => unit));
  // In a claim with figures in several parts each part names its own row.
  const wrong =
    rivalInRows(plain, rows, cited, parts.length === 1) ??
    parts
      .map(({ text }) => rivalInRows(text, rows, cited, true))
      .find((figure) => figure !== undefined);
  return wrong ? `${wrong.value} stands in another row of the table` : null;
}

function rivalInRows(
  text: string,
  rows: readonly Row[],
  cited: readonly PassageFacts[],
  isOne: boolean,
): Quantity | undefined {
  const own = namesOf(text);
  const shares = rows.map(({ cells }) =>
    Math.max(...cells.slice(0, 2).map((cell) => shareOf(cell, own))),
  );
  const has = (figures: readonly Quantity[], figure: Quantity) =>
    figures.some((each) => isSame(each, figure));
  const { quantities: claimed } = factsOf(text);
  const best = Math.max(...shares);
  // By the words of its name and no other row's, or by a figure of its name: "at 35 °C outdoors".
  const byWords = rows.filter((_, at) => (shares[at] ?? 0) > 0);
  const byFigure = rows.filter(
    ({ names }, at) =>
      (shares[at] ?? 0) >= LEAST_OF_NAME && names.some((each) => has(claimed, each)),
  );
  const named = byWords.length > 1 || !isOne ? byFigure : byWords;
  const [row] = named;
  if (!row || named.length > 1 || best < LEAST_OF_NAME) return undefined;
  return claimed.find(
    (each) =>
      each.unit !== null &&
      !has(row.quantities, each) &&
      rows.some((other) => has(other.quantities, each)) &&
      !cited.some(({ windows, topQuantities }) =>
        [
          { quantities: topQuantities, terms: own },
          ...windows.filter(({ text, head }) => !text.includes("\t") || text === head),
        ].some(({ quantities, terms }) => has(quantities, each) && shareOf(own, terms) > 0),
      ),
  );
}

/** Which of a row's first two cells a claim has all words of; -1 for none. */
function placeOfName(row: Row, own: ReadonlySet<string>): number {
  return row.cells
    .slice(0, 2)
    .findIndex((cell) => cell.size > 0 && [...cell].every((w) => own.has(w)));
}

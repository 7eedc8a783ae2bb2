import { type Code, factsOf, type Quantity } from "./facts.ts";
import { perPassage } from "./once-each.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { isRelated, isSame } from "./same.ts";
import type { Setting, Verdict } from "./setting.ts";

/** What a text names: a row or a column of a table, a cell, a question, an answer. */
interface Named {
  codes: readonly Code[];
  quantities: readonly Quantity[];
}

/** A cell of a table. */
interface Cell extends Named {
  /** What the first cell of its row, and the head of its column, name. */
  row: Named;
  column: Named;
  /** Where it is: the head of its table, its line and its column. */
  table: string;
  line: number;
  place: number;
}

/** The tables of a passage. */
interface Tables {
  cells: readonly Cell[];
  /** What the passage names outside of these cells: in heads, in first cells and in its text. */
  outside: readonly Named[];
}

const NOTHING: Named = { codes: [], quantities: [] };

/**
 * A figure or a code that tables have only for other rows or columns than the question names, which have another one:
 * "5.2 psi" to a question about the GX048, which has 4.0 psi. An answer that names that row or column, as one that compares
 * two models does, says itself what it speaks of.
 */
export function otherRow(
  { quantities, codes }: Named,
  cited: readonly PassageFacts[],
  { question, answer }: Setting,
): Verdict {
  const tables = cited.map(tablesOf);
  const cells = tables.flatMap((each) => each.cells);
  const isOfOther = (has: (place: Named) => boolean, isAlike: (place: Named) => boolean) => {
    if (has(question) || tables.some(({ outside }) => outside.some(has))) return false;
    const holding = cells.filter(has);
    const isAskedBeside = (cell: Cell) =>
      (["row", "column"] as const).some(
        (way) =>
          isNaming(cell[way]) &&
          !shareName(cell[way], question) &&
          !shareName(cell[way], answer) &&
          cells.some(
            (other) =>
              other.table === cell.table &&
              (way === "row" ? other.place === cell.place : other.line === cell.line) &&
              shareName(other[way], question) &&
              isAlike(other),
          ),
      );
    return holding.length > 0 && holding.every(isAskedBeside);
  };
  const figure = quantities.find(
    (said) =>
      !said.isLoose &&
      isOfOther(
        (place) => place.quantities.some((each) => isSame(each, said)),
        (place) => place.quantities.some(({ unit }) => unit?.dimension === said.unit?.dimension),
      ),
  );
  const code = codes.find((said) =>
    isOfOther(
      (place) => place.codes.some((each) => isRelated(each, said)),
      (place) => place.codes.some(({ family }) => family === said.family),
    ),
  );
  const found = figure?.value ?? code?.code;
  return found === undefined ? null : `the cited passage has ${found} for something else`;
}

function isNaming({ codes, quantities }: Named): boolean {
  return codes.length + quantities.length > 0;
}

function shareName(one: Named, other: Named): boolean {
  return (
    one.codes.some((each) => other.codes.some((its) => isRelated(each, its))) ||
    one.quantities.some((each) => other.quantities.some((its) => isSame(each, its)))
  );
}

const tablesOf = perPassage(({ windows }: PassageFacts): Tables => {
  const cells: Cell[] = [];
  const outside: Named[] = [];
  const lines = new Map(windows.map((window) => [window.line, window]));
  for (const { lineText, head, line } of lines.values()) {
    const [label = "", ...others] = lineText.split("\t");
    if (others.length === 0 || head === "" || head === lineText) {
      outside.push(factsOf(lineText));
      continue;
    }
    outside.push(factsOf(label));
    const heads = head.split("\t");
    const columns = heads.length === others.length + 1 ? heads.slice(1).map(namesIn) : [];
    cells.push(
      ...others.map((text, at) => ({
        ...factsOf(text),
        ...{ row: namesIn(label), column: columns[at] ?? NOTHING },
        ...{ table: head, line, place: at },
      })),
    );
  }
  return { cells, outside };
});

/** What a first cell or a head names: its codes, and its figures if it has no words: "100", "8-12 m/s". */
function namesIn(text: string): Named {
  const { codes, quantities, rest } = factsOf(text);
  return { codes, quantities: /\p{L}{2}/u.test(rest) ? [] : quantities };
}

import { type Alternative, alternativesIn } from "./alternatives.ts";
import { choicesIn } from "./choices-in-text.ts";
import { factsOf } from "./facts.ts";
import { perPassage } from "./once-each.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { type Choice, type Entry, entryOf, hasName, type Named, variantsOf } from "./variants.ts";

/** A part of a passage: a cell of a table, an item of a list, the rest of a sentence. */
export interface Spot extends Named {
  /** The choices that it is an entry of, and which one. */
  choices: readonly { choice: Choice; at: number }[];
  /** Whether it only names what others tell of: a head, the first cell of a row. */
  isName: boolean;
}

interface Row {
  label: string;
  cells: string[];
  /** The heads of these cells; empty if the table's head has other columns. */
  heads: string[];
}

/** All parts of a passage. */
export const spotsOf = perPassage(({ windows }: PassageFacts): Spot[] => {
  const spots: Spot[] = [];
  const tables = new Map<string, Row[]>();
  const lines = new Map(windows.map((window) => [window.line, window]));
  for (const { lineText, head } of lines.values()) {
    const [label = "", ...cells] = lineText.split("\t");
    if (cells.length === 0) continue;
    if (head === "" || head === lineText) {
      spots.push({ ...factsOf(lineText), choices: [], isName: true });
      continue;
    }
    const [first = "", ...heads] = head.split("\t");
    // A long table that was set in two halves beside each other.
    if (heads.includes(first)) {
      spots.push({ ...factsOf(lineText), choices: [], isName: false });
      continue;
    }
    const rows = tables.get(head) ?? [];
    rows.push({ label, cells, heads: heads.length === cells.length ? heads : [] });
    tables.set(head, rows);
  }
  for (const rows of tables.values()) spots.push(...spotsOfTable(rows));
  for (const { text } of windows) {
    if (!text.includes("\t"))
      spots.push(...text.split(/;(?= |$)/).flatMap((part) => spotsIn(part)));
  }
  return spots;
});

function spotsOfTable(rows: readonly Row[]): Spot[] {
  const facts = rows.map(({ cells }) => cells.map((cell) => factsOf(cell)));
  const labels = variantsOf(rows.map(({ label }) => label));
  // Rows whose words other rows have too tell nothing apart.
  const named = labels.flatMap((variant, at) => (hasName(variant) ? [{ variant, at }] : []));
  const widest = Math.max(...rows.map(({ cells }) => cells.length));
  const columns = Array.from({ length: widest }, (_, place) =>
    named.map(({ variant, at }): Entry => entryOf(variant, facts[at]?.[place])),
  );
  return rows.flatMap(({ label, cells, heads }, at) => {
    const row = variantsOf(heads).map((variant, place) => entryOf(variant, facts[at]?.[place]));
    const name = { ...factsOf(label), choices: [], isName: true };
    const place = named.findIndex((each) => each.at === at);
    return [
      name,
      ...cells.flatMap((cell, column) => {
        const around = [
          ...(row.length > 0 ? [{ choice: row, at: column }] : []),
          ...(place >= 0 ? [{ choice: columns[column] ?? [], at: place }] : []),
        ];
        const alternatives =
          alternativesIn(cell, label) ?? alternativesIn(cell, heads[column] ?? "");
        return alternatives === null ? spotsIn(cell, around) : spotsOfEach(alternatives, around);
      }),
    ];
  });
}

/** The values of a cell that has several: "8.6 / 12.2 / 16.4" below "Use at 50 % / 75 % / 100 %". */
function spotsOfEach(alternatives: readonly Alternative[], around: Spot["choices"]): Spot[] {
  const variants = variantsOf(
    alternatives.map((each) => each.case),
    true,
  );
  const choice = variants.map((variant, at) =>
    entryOf(variant, factsOf(alternatives[at]?.value ?? "")),
  );
  return choice.map(({ codes, quantities }, at) => {
    return { codes, quantities, choices: [{ choice, at }, ...around], isName: false };
  });
}

/** The parts of a sentence or a cell. @param around the choices that all of it is a part of */
function spotsIn(text: string, around: Spot["choices"] = []): Spot[] {
  const lists = choicesIn(text);
  const items = lists.flatMap((choice) =>
    choice.map(
      ({ codes, quantities }, at): Spot => ({
        codes,
        quantities,
        choices: [{ choice, at }, ...around],
        isName: false,
      }),
    ),
  );
  const names = lists.flatMap((choice) =>
    choice.map(
      ({ variant: { codes, quantities } }): Spot => ({
        codes,
        quantities,
        choices: [],
        isName: true,
      }),
    ),
  );
  const { codes, quantities } = factsOf(text);
  const apart = [...items, ...names];
  const rest = {
    codes: codes.filter(
      ({ code }) => !items.some((item) => item.codes.some((each) => each.code === code)),
    ),
    quantities: quantities.filter(
      ({ value }) => !apart.some((part) => part.quantities.some((each) => each.value === value)),
    ),
  };
  return [...apart, { ...rest, choices: around, isName: false }];
}

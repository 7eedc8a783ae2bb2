import { factsOf } from "./canonical.ts";
import { perPassage } from "./once-each.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { hasWord, tellingWords } from "./words.ts";

/** A row of a table as the words of its cells. */
type Row = readonly ReadonlySet<string>[];

/** The words and codes of a text; figures have rules of their own. */
function namesOf(text: string): Set<string> {
  const { codes, rest } = factsOf(text);
  return new Set([...tellingWords(rest), ...codes.map(({ code }) => code)]);
}

/** The rows of each table of a passage, without their heads. */
const tablesOf = perPassage(({ windows }): Row[][] => {
  const tables = new Map<string, Row[]>();
  for (const { text, head } of windows) {
    if (!text.includes("\t") || text === head) continue;
    const row = text.split("\t").map((cell) => namesOf(cell));
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
    const [row] = named;
    if (!row || named.length > 1) continue;
    const name = placeOfName(row, own);
    const words = new Set(row.flatMap((cell) => [...cell]));
    for (const [column, cell] of row.entries()) {
      if (column === name || cell.size === 0) continue;
      const others = new Set(
        rows.flatMap((other) => (other === row ? [] : [...(other[column] ?? [])])),
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

/** Which of a row's first two cells a claim has all words of; -1 for none. */
function placeOfName(row: Row, own: ReadonlySet<string>): number {
  return row.slice(0, 2).findIndex((cell) => cell.size > 0 && [...cell].every((w) => own.has(w)));
}

/** A row of a table: its cells are parted by tabs, or it has figures and does not end as a sentence does. */
const IS_ROW = /\t|^(?=.{0,120}$)[^\d]{0,60}\d.{0,60}\d.{0,60}[^.!?:;,]$/;
/** A line that is an entry of a list of codes: "E-05 Discharge sensor …". */
const IS_ENTRY = /^(?:\p{L}{1,3}-?\d{1,4}|[A-Z]{2,4}\d)\b/u;
/** The same in a table: "17 <tab> Brake does not open". Such a row is no head. */
const IS_ENTRY_ROW = /^(?:\p{L}{1,3}-?\d{1,4}\b|[A-Z]{2,4}\d|\s*\d+\s*\t)/u;
/** The number of a heading or a step: "4.2 Pipes", "3. Open the valve"; not of a row with more cells. */
const NUMBER = /^(\d{1,2}(?:\.\d{1,2})?)\.?(?:[^\S\t]+|\t(?!.*\t))(?=\p{Lu}\p{L}{2})/u;
const RANGE_OF_CODES = /\b\p{L}{1,3}-?\d{1,4} to \p{L}{1,3}-?\d{1,4}\b/gu;
/** A sentence or a row of a table is no title. */
const IS_SENTENCE = /[.;!?:]$|\t/;
/** The longest line that may be a title, in characters. */
const LONGEST_TITLE = 80;

/** The lines of a passage without the numbers of headings and steps, and these. */
export function linesOf(body: string): { lines: string[]; numbering: ReadonlySet<number> } {
  const numbering = new Set<number>();
  // "50 <tab> Grease the hinge" is a row of a table, if no step 49 stands before it.
  const isStep = (number: number) => number <= 1 || numbering.has(number - 1);
  const lines = body
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) =>
      line.replace(NUMBER, (found, number: string) => {
        if (found.endsWith("\t") && /^\d+$/.test(number) && !isStep(Number(number))) return found;
        numbering.add(Number(number));
        return "";
      }),
    );
  const [first = "", ...others] = lines;
  return {
    lines: first === "" ? [] : [(titleOf(first) && plainHeading(first)) || first, ...others],
    numbering,
  };
}

/** A heading without its number and its range of codes: "6.2 Sensors, E-01 to E-09" names none of the codes between. */
export function plainHeading(heading: string): string {
  return heading.replace(NUMBER, "").replace(RANGE_OF_CODES, " ");
}

/** The first line of a passage, if it is the title of what follows and not its first entry or sentence. */
export function titleOf(line: string): string {
  return IS_ENTRY.test(line) || IS_SENTENCE.test(line) || line.length > LONGEST_TITLE ? "" : line;
}

/**
 * For each line the head of the table that it is a row of, or the title above a table without one;
 * -1 for none.
 */
export function headsOf(lines: readonly string[]): number[] {
  let head = -1;
  return lines.map((line, at) => {
    if (!IS_ROW.test(line)) {
      head = at;
      return -1;
    }
    if (line.includes("\t") && !lines[at - 1]?.includes("\t") && !IS_ENTRY_ROW.test(line))
      head = at;
    return head;
  });
}

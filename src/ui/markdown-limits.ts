/** In characters: parsing longer Markdown takes very long, and no model writes so much. */
const LONGEST = 50_000;

/** A long answer has a few hundred; the time to pair marks grows with the square of their number. */
const MOST_MARKS = 1_500;

/** Deeply nested quotes and lists, which the parser would read recursively. */
const NESTED = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))){20,}|^[ \t]{80,}/m;

/** Whether a text is usual Markdown; other text could block the page and is shown as it is. */
export function isWithinMarkdownLimits(text: string): boolean {
  if (text.length > LONGEST || NESTED.test(text)) return false;
  return (text.match(/[*_`~[\]<&]/g)?.length ?? 0) <= MOST_MARKS;
}

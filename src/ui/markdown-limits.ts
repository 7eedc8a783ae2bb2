/**
 * In characters. Answers of models are much shorter, and parsing longer Markdown takes very long.
 */
const LONGEST = 50_000;

/**
 * A long answer has a few hundred marks; the time to pair them grows with the square of their
 * number.
 */
const MOST_MARKS = 1_500;

/**
 * Deeply nested quotes and lists, on one line or by indentation: the parser reads them recursively.
 */
const NESTED = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))){20,}|^[ \t]{80,}/m;

/**
 * Whether a text is Markdown as people and models write it. Other text could block or break the
 * page, so it is shown as plain text.
 */
export function isWithinMarkdownLimits(text: string): boolean {
  if (text.length > LONGEST || NESTED.test(text)) return false;
  return (text.match(/[*_`~[\]<&]/g)?.length ?? 0) <= MOST_MARKS;
}

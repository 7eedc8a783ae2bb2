/** In characters. Models end long before, and what reads Markdown takes ever longer. */
const LONGEST = 50_000;

/** A long answer has a few hundred; the time to pair them grows with their square. */
const MOST_MARKS = 1_500;

/** Quotes and lists within each other, on one line or by indentation: their reader recurses. */
const NESTED = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))){20,}|^[ \t]{80,}/m;

/**
 * Whether a text is Markdown as people and models write it. What is not, would hold up or break the
 * page that shows it, and is shown as the characters it is.
 */
export function isWithinMarkdownLimits(text: string): boolean {
  if (text.length > LONGEST || NESTED.test(text)) return false;
  return (text.match(/[*_`~[\]<&]/g)?.length ?? 0) <= MOST_MARKS;
}

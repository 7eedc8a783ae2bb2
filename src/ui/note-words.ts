import { ageWords } from "./age.ts";

/** How many notes: "1 note", "3 notes". */
export function notesWords(count: number): string {
  return count === 1 ? "1 note" : `${count} notes`;
}

/** How old they are: "from 5 min ago", of several "the oldest from 3 days ago". Times are epoch ms. */
export function oldestWords(count: number, oldest: number, now: number): string {
  const age = ageWords(oldest, now);
  const from = `from ${age === "just now" ? "a moment ago" : age}`;
  return count === 1 ? from : `the oldest ${from}`;
}

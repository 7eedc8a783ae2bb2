/**
 * The word error rate: how many words were added, left out or replaced, as a part of those that were
 * said. Case and punctuation do not count.
 */
export function wordErrorRate(said: string, heard: string): number {
  const reference = wordsIn(said);
  return editDistance(reference, wordsIn(heard)) / reference.length;
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9']+/g) ?? [];
}

function editDistance(from: readonly string[], to: readonly string[]): number {
  let previous = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (const [row, word] of from.entries()) {
    const current = [row + 1];
    for (const [column, other] of to.entries()) {
      const replaced = (previous[column] ?? 0) + (word === other ? 0 : 1);
      const added = (current[column] ?? 0) + 1;
      const leftOut = (previous[column + 1] ?? 0) + 1;
      current.push(Math.min(replaced, added, leftOut));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}

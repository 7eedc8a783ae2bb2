/**
 * How many edits lead from one word to the other: a letter inserted, left out or replaced, or two
 * neighbours exchanged (optimal string alignment, the restricted Damerau-Levenshtein distance).
 * @returns the distance, or `limit + 1` when it is greater than `limit`
 */
export function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let earlier: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      let least = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (isSame ? 0 : 1),
      );
      const isExchange =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1];
      if (isExchange) least = Math.min(least, at(earlier, column - 2) + 1);
      current.push(least);
    }
    if (Math.min(...current) > limit) return limit + 1;
    earlier = previous;
    previous = current;
  }
  return Math.min(at(previous, to.length), limit + 1);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

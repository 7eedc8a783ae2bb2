/** A condition with one change, and a description of the change. */
export interface BrokenCondition {
  change: string;
  condition: string;
}

/**
 * Variants of a condition that allow too much: one that is always true, and one for each operand,
 * without it (an operand of AND counts as true, an operand of OR as false).
 * @param condition as PostgreSQL prints it: every AND and OR in its own brackets
 */
export function brokenConditions(condition: string): BrokenCondition[] {
  return [
    { change: "(true)", condition: "true" },
    ...partsOf(condition).map(({ start, end, word }) => ({
      change: `without ${word} ${condition.slice(start, end).trim()}`,
      condition: `${condition.slice(0, start)} ${word === "AND" ? "true" : "false"} ${condition.slice(end)}`,
    })),
  ];
}

interface Part {
  start: number;
  end: number;
  word: "AND" | "OR";
}

/** The operands of every AND and OR, at any depth. */
function partsOf(condition: string): Part[] {
  const parts: Part[] = [];
  for (const { start, end } of groupsOf(condition)) {
    const words = [...condition.slice(start, end).matchAll(/ (AND|OR) /g)]
      .map((match) => ({ at: start + match.index, word: match[1] as Part["word"] }))
      .filter(({ at }) => depthAt(condition, at) === depthAt(condition, start));
    const [first] = words;
    if (!first) continue;
    const edges = [start, ...words.flatMap(({ at, word }) => [at, at + word.length + 2]), end];
    for (let i = 0; i < edges.length; i += 2) {
      parts.push({ start: edges[i] ?? start, end: edges[i + 1] ?? end, word: first.word });
    }
  }
  return parts;
}

/** The whole condition, and the content of each pair of brackets. */
function groupsOf(condition: string): { start: number; end: number }[] {
  const groups = [{ start: 0, end: condition.length }];
  const open: number[] = [];
  for (let i = 0; i < condition.length; i += 1) {
    if (condition[i] === "(") open.push(i + 1);
    if (condition[i] === ")") groups.push({ start: open.pop() ?? 0, end: i });
  }
  return groups;
}

function depthAt(condition: string, at: number): number {
  const before = condition.slice(0, at);
  return before.split("(").length - before.split(")").length;
}

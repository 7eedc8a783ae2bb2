import { perPassage } from "./once-each.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { isTelling, stemsOf } from "./words.ts";

/** Words that stand next to each other and both tell something: "grey body". */
function pairsOf(text: string): [string, string][] {
  return text.split(/[^\p{L} ]/u).flatMap((part) => {
    const stems = stemsOf(part);
    return stems.flatMap((stem, at): [string, string][] => {
      const next = stems[at + 1];
      return next !== undefined && isTelling(stem) && isTelling(next) ? [[stem, next]] : [];
    });
  });
}

const saidPairs = perPassage(
  ({ windows }) =>
    new Set(windows.flatMap(({ text }) => pairsOf(text).map((pair) => pair.join(" ")))),
);

/** Whether a claim gives two things each other's attribute: "yellow body, grey shoulder" of "grey body, yellow shoulder". */
export function swappedNeighbours(plain: string, cited: readonly PassageFacts[]): string | null {
  const all = cited.map(saidPairs);
  const said = { has: (pair: string) => all.some((pairs) => pairs.has(pair)) };
  const unsaid = pairsOf(plain).filter((pair) => !said.has(pair.join(" ")));
  const swapped = unsaid.some(([first, second]) =>
    unsaid.some(
      ([other, thing]) =>
        first !== other && said.has(`${first} ${thing}`) && said.has(`${other} ${second}`),
    ),
  );
  return swapped ? "the cited passage says this of the other one each" : null;
}

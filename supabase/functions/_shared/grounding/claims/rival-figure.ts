import { factsOf, isSame, plainSigns, type Quantity } from "./canonical.ts";
import { tellingTerms } from "./neutral-words.ts";
import { hasTerm, type PassageFacts } from "./passage-facts.ts";

/** A part of a sentence, or a row of a table, with everything that tells it from others. */
interface Part {
  terms: ReadonlySet<string>;
  quantities: readonly Quantity[];
  codes: ReadonlySet<string>;
}

const PARTS = /[,;:()](?= |$)|\.(?= )|\b(?:and|or|but|then|while)\b/;

/** The two ends of a range belong together. */
const BETWEEN = /\bbetween (.{1,20}?) and (?=-?\d)/gi;

const parts = new Map<string, Part[]>();

function partsOf(text: string, isWhole: boolean): Part[] {
  const key = `${isWhole} ${text}`;
  const known = parts.get(key);
  if (known) return known;
  const found = (isWhole ? [text] : text.replace(BETWEEN, "between $1 to ").split(PARTS)).map(
    (part) => {
      const { quantities, codes, rest } = factsOf(part);
      return {
        quantities,
        terms: new Set(tellingTerms(rest)),
        codes: new Set(codes.map(({ code }) => code)),
      };
    },
  );
  if (parts.size > 2000) parts.clear();
  parts.set(key, found);
  return found;
}

/** How many marks of a claim's part a part of a passage has, besides the figure in question. */
function likeness(claimed: Part, said: Part, figure: Quantity): number {
  const terms = [...claimed.terms].filter((term) => hasTerm(said.terms, term)).length;
  const codes = [...claimed.codes].filter((code) => said.codes.has(code)).length;
  const others = claimed.quantities.filter(
    (other) => other !== figure && said.quantities.some((each) => isSame(each, other)),
  ).length;
  return terms + codes + others;
}

/**
 * Whether the passages have, for the very words around a figure, another figure of the same unit: the 1/4 in nuts of
 * the claim have the torque that the passage gives to the 5/8 in ones.
 */
export function rivalFigure(text: string, cited: readonly PassageFacts[]): string | null {
  const plain = plainSigns(text);
  const own = factsOf(plain).quantities;
  const said = cited.flatMap(({ windows }) =>
    windows.flatMap(({ head, text: words }) =>
      head === "" ? partsOf(words, false) : partsOf(`${words}\n${head}`, true),
    ),
  );
  const isTop = (figure: Quantity) =>
    cited.some(({ topQuantities }) => topQuantities.some((each) => isSame(each, figure)));
  const [whole] = partsOf(plain, true);
  for (const claimed of partsOf(plain, false)) {
    for (const figure of claimed.quantities) {
      if (figure.unit === null || figure.isLoose || isTop(figure)) continue;
      const near = compare(figure, claimed, said, own);
      const far = whole ? compare(figure, whole, said, own) : near;
      // The part around the figure decides; the whole claim does where the part says nothing.
      const decides = near.lead === 0 && near.best === 0 ? far : near;
      if (decides.lead > 0 && far.lead >= 0) {
        return `for these words the cited passage has ${decides.rival} and not ${figure.value}`;
      }
    }
  }
  return null;
}

/**
 * Compares the places of a figure with those of others in its unit.
 * @returns `best`: how well its best place fits; `rival`: the figure of the best other place, and
 *   by how much that fits better in `lead`.
 */
function compare(
  figure: Quantity,
  claimed: Part,
  said: readonly Part[],
  own: readonly Quantity[],
): { best: number; rival: number; lead: number } {
  let best = -1;
  let rival = { likeness: 0, value: 0 };
  for (const part of said) {
    const same = part.quantities.some((each) => isSame(each, figure));
    const other = part.quantities.find(
      (each) =>
        each.unit?.dimension === figure.unit?.dimension && !own.some((mine) => isSame(mine, each)),
    );
    if (!same && !other) continue;
    const score = likeness(claimed, part, figure);
    if (same) best = Math.max(best, score);
    else if (other && score > rival.likeness) rival = { likeness: score, value: other.value };
  }
  return { best, rival: rival.value, lead: best < 0 ? 0 : rival.likeness - best };
}

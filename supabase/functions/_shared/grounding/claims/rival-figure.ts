import { factsOf, isSame, type Quantity } from "./canonical.ts";
import { perText } from "./once-each.ts";
import type { PassageFacts, Window } from "./passage-facts.ts";
import { hasWord, tellingWords } from "./words.ts";

/** A part of a sentence, or a row of a table, with everything that tells it from others. */
interface Part {
  terms: ReadonlySet<string>;
  quantities: readonly Quantity[];
  codes: ReadonlySet<string>;
  /** Whether it tells what holds where the part before does not: "otherwise five years". */
  isContrast: boolean;
}

const PARTS =
  /[,;:](?= |$)|\.(?= )|\b(?:and|or|but|then|while|whereas|if|when|until|unless|that|because|since|before|after)\b/u;

/** The two ends of a range belong together. */
const BETWEEN = /\bbetween (.{1,20}?) and (?=-?\d)/gi;

/** "The drop is 60 Pa; at 180 Pa it is due": a part that goes on about what the one before names. */
const GOES_ON = /\b(?:it|its|they|their|them)\b/i;

const partsOf = perText((text) => {
  let before: Part | null = null;
  return text
    .replace(BETWEEN, "between $1 to ")
    .replace(/[()]/g, " ")
    .split(PARTS)
    .map((each) => {
      const part = partOf(each);
      const terms: ReadonlySet<string> =
        before !== null && GOES_ON.test(each)
          ? new Set([...before.terms, ...part.terms])
          : part.terms;
      before = { ...part, terms };
      return before;
    });
});
const wholeOf = perText(partOf);

function partOf(text: string): Part {
  const { quantities, codes, rest } = factsOf(text);
  return {
    quantities,
    isContrast: /\b(?:otherwise|else)\b/i.test(text),
    terms: new Set(tellingWords(rest)),
    codes: new Set(codes.map(({ code }) => code)),
  };
}

/** A sentence with all that it speaks of. */
function sentenceOf({ text, head, meant, meantCodes }: Window): Part[] {
  const whole = wholeOf(`${text}\n${head}`);
  if (meant.size === 0) return [whole];
  return [
    {
      ...whole,
      terms: new Set([...whole.terms, ...meant]),
      codes: new Set([...whole.codes, ...meantCodes]),
    },
  ];
}

/** A part with hardly a word is about what the parts before it name. */
function aroundOf(parts: readonly Part[], place: number): Part | undefined {
  const part = parts[place];
  if (!part || place === 0 || part.terms.size > 1 || part.codes.size > 0) return part;
  const before = aroundOf(parts, place - 1);
  return (
    before && { ...part, terms: new Set([...before.terms, ...part.terms]), codes: before.codes }
  );
}

/** How many marks of a claim's part a part of a passage has, besides the figure in question. */
function likeness(claimed: Part, said: Part, figure: Quantity): number {
  const terms = [...claimed.terms].filter((term) => hasWord(said.terms, term)).length;
  const codes = [...claimed.codes].filter((code) => said.codes.has(code)).length;
  const others = claimed.quantities.filter(
    (other) => !isSame(other, figure) && said.quantities.some((each) => isSame(each, other)),
  ).length;
  return terms + codes + others;
}

/**
 * Whether the passages have, for the very words around a figure, another figure of the same unit: the 1/4 in nuts of
 * the claim have the torque that the passage gives to the 5/8 in ones.
 */
export function rivalFigure(plain: string, cited: readonly PassageFacts[]): string | null {
  const own = factsOf(plain).quantities;
  const windows = cited.flatMap((passage) => passage.windows);
  const sentences = windows.flatMap(sentenceOf);
  const said = windows.flatMap((window) =>
    window.head === "" ? partsOf(window.text) : sentenceOf(window),
  );
  const isTop = (figure: Quantity) =>
    cited.some(({ topQuantities }) => topQuantities.some((each) => isSame(each, figure)));
  const whole = wholeOf(plain);
  const parts = partsOf(plain);
  for (const [place, claimed] of parts.entries()) {
    const around = aroundOf(parts, place) ?? claimed;
    const apart = own.filter((figure) => !claimed.quantities.some((each) => isSame(each, figure)));
    for (const figure of claimed.quantities) {
      if (figure.isLoose || isTop(figure)) continue;
      const near = compare(figure, claimed, said, own, apart);
      const far = whole ? compare(figure, whole, sentences, own, apart) : near;
      // The part around the figure decides; the whole claim does where the part says nothing.
      const wide = around === claimed ? far : compare(figure, around, sentences, own, apart);
      const decides = near.best <= 0 && (near.lead === 0 || claimed.isContrast) ? wide : near;
      // A number without a unit may count many things: its own place must name another one.
      const isClear = figure.unit !== null || (near.lead > 1 && isOfOther(figure, whole, said));
      if (isClear && decides.lead > 0 && far.lead >= 0) {
        return `for these words the cited passage has ${decides.rival} and not ${figure.value}`;
      }
    }
  }
  return null;
}

/** Whether all places of a figure name something that the claim does not. */
function isOfOther(figure: Quantity, whole: Part | undefined, said: readonly Part[]): boolean {
  return said
    .filter(({ quantities }) => quantities.some((each) => isSame(each, figure)))
    .every(({ terms }) => [...terms].some((term) => !whole || !hasWord(whole.terms, term)));
}

/**
 * Compares the places of a figure with those of others in its unit.
 * @param own all figures of the claim
 * @param apart those in other parts of it
 * @returns `best`: how well its best place fits; `rival`: the figure of the best other place, and
 *   by how much that fits better in `lead`.
 */
function compare(
  figure: Quantity,
  claimed: Part,
  said: readonly Part[],
  own: readonly Quantity[],
  apart: readonly Quantity[],
): { best: number; rival: number; lead: number } {
  let best = -1;
  let rival = { likeness: 0, value: 0 };
  for (const part of said) {
    const same = part.quantities.find((each) => isSame(each, figure));
    const other = part.quantities.find(
      (each) =>
        each.unit?.dimension === figure.unit?.dimension && !own.some((mine) => isSame(mine, each)),
    );
    // The place of a figure from another part of the claim is not this one's.
    const isOfOther = part.quantities.some(
      (each) =>
        each.unit?.dimension === figure.unit?.dimension && apart.some((mine) => isSame(mine, each)),
    );
    // "The A down to -6 °C, the B down to -18 °C": a place about another code is none for this one.
    const hasOtherCode =
      claimed.codes.size > 0 &&
      part.codes.size > 0 &&
      ![...part.codes].some((code) => claimed.codes.has(code));
    if (!same && (!other || isOfOther || hasOtherCode)) continue;
    const score = likeness(claimed, part, figure);
    // "More than three kelvin" is meant where the passage has more than some kelvin too.
    const limited = (each: Quantity) =>
      score + (figure.limit !== null && each.limit === figure.limit ? 1 : 0);
    if (same) best = Math.max(best, limited(same));
    if (other && limited(other) > rival.likeness) {
      rival = { likeness: limited(other), value: other.value };
    }
  }
  return { best, rival: rival.value, lead: best < 0 ? 0 : rival.likeness - best };
}

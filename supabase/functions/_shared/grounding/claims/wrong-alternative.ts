import { factsOf, isSame, type Quantity } from "./canonical.ts";
import { NUMBER_WORDS } from "./number-words.ts";
import { perPassage, perText } from "./once-each.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { hasWord, tellingWords } from "./words.ts";

/** A part of a sentence with its figures, and with all that may tell them from the figures of other parts. */
interface Part {
  quantities: readonly Quantity[];
  words: ReadonlySet<string>;
  /** Codes, and numbers that are no figures of their own: "three" of "three storeys". */
  names: ReadonlySet<string>;
}

const ENDS = /[,;:](?= |$)|\.(?= |$)|\b(?:and|or|but|then|while|whereas|otherwise)\b/;
const BRACKETS = /[()]/g;
/** The two ends of a range, and of what is measured, belong together. */
const BETWEEN = /\bbetween (.{1,24}?) and /gi;
/** A claim that tells of the other ones: "all cylinders other than those for R-290". */
const OTHERS = /\b(?:other than|except|apart from|unlike|unless|than)\b/i;
/** What follows a number that has no noun of its own: "five for R-290", "1.5 bar (three)". */
const NO_NOUN = /^\s*(?:$|[-–](?!\p{L})|\(|(?:for|at|in|if|with|when|of|on|to|as|a|an)\b)/u;

/** Which part of what only a part says a claim must have, and how much of it, if it has nothing of its figure's own part. */
const MOST = 0.6;
const FEWEST_FOUND = 2;

const LEAST_VALUE = 20;
/** What may stand before such a number in its part. */
const FEW_WORDS = /^\s*(?:\S+\s+){0,2}$/;

const partsOf = perText((sentence): readonly Part[] => {
  let unit: Quantity["unit"] = null;
  return sentence
    .replace(BETWEEN, "between $1 to ")
    .replace(BRACKETS, " ")
    .split(ENDS)
    .map((text) => {
      const part = partOf(text, unit);
      unit = part.quantities.findLast((each) => each.unit !== null)?.unit ?? null;
      return part;
    });
});

/** @param unit that of the figures before, which numbers without a noun share: "one day, visit within five" */
function partOf(text: string, unit: Quantity["unit"]): Part {
  const { quantities, codes, rest } = factsOf(text);
  const words = tellingWords(rest);
  const hasOwn = quantities.some((each) => each.unit !== null);
  const figures = quantities.flatMap((each) => {
    if (each.unit !== null) return [each];
    const isFirst = FEW_WORDS.test(text.slice(0, each.start));
    const isBare = NO_NOUN.test(text.slice(each.end));
    if (hasOwn) return [];
    if (unit !== null && isFirst && isBare) return [{ ...each, unit }];
    return isFigure(each) ? [each] : [];
  });
  const counted = quantities.filter(
    (each) =>
      each.isLoose && each.unit === null && !figures.some(({ start }) => start === each.start),
  );
  return {
    quantities: figures,
    words: new Set(words.filter((word) => !NUMBER_WORDS.has(word))),
    names: new Set([
      ...codes.flatMap(({ code, stems }) => [code, ...stems]),
      ...counted.map(({ value }) => `#${value}`),
      ...words.flatMap((word) => (NUMBER_WORDS.has(word) ? [`#${NUMBER_WORDS.get(word)}`] : [])),
    ]),
  };
}

/** Whether a number without a unit is a value, as "1.2" and "129" are; small ones may count or name things. */
function isFigure({ value, isLoose, counts }: Quantity): boolean {
  return !isLoose && counts === null && (!Number.isInteger(value) || value >= LEAST_VALUE);
}

interface Sentence {
  /** The first word that tells what it is about. */
  subject: string;
  parts: readonly Part[];
}

/** The sentences of each line of a passage outside of its tables. */
const linesOf = perPassage(({ windows }): Sentence[][] => {
  const lines = new Map<number, Sentence[]>();
  for (const { text, line } of windows) {
    if (text.includes("\t")) continue;
    const sentence = { subject: tellingWords(text)[0] ?? "", parts: partsOf(text) };
    lines.set(line, [...(lines.get(line) ?? []), sentence]);
  }
  return [...lines.values()];
});

/**
 * Whether a claim has a figure of one part of a sentence, and all that tells another part from it: "the
 * burner starts at 7 °C" of "the pump starts at 7 °C and the burner at 4 °C". A figure that stands in another
 * place too may be meant there.
 */
export function wrongAlternative(plain: string, cited: readonly PassageFacts[]): string | null {
  if (OTHERS.test(plain)) return null;
  const claimed = partsOf(plain);
  const figures = claimed.flatMap(({ quantities }) => quantities);
  const sentences = cited.flatMap(({ windows }) =>
    windows.filter(({ text }) => !text.includes("\t")).map(({ text }) => partsOf(text)),
  );
  const rows = cited.some((passage) => passage.windows.some(({ text }) => text.includes("\t")));
  for (const [place, part] of claimed.entries()) {
    for (const figure of part.quantities) {
      // The two ends of a range stand in one part.
      const isOnly = figures.every(
        (each) => !isAlike(each, figure) || part.quantities.includes(each),
      );
      const own = isOnly ? joined(claimed) : joined([claimed[place] ?? part]);
      const holding = sentences.filter((parts) => parts.some((each) => hasFigure(each, figure)));
      const isInRow =
        rows &&
        cited.some(({ windows }) =>
          windows.some(
            ({ text, quantities }) =>
              text.includes("\t") && quantities.some((each) => isSame(each, figure)),
          ),
        );
      if (holding.length === 0 || isInRow) continue;
      const beside = isOnly ? rivalBeside(figure, claimed, cited.flatMap(linesOf)) : undefined;
      if (beside !== undefined) {
        return `for this subject the cited passage has ${beside} and not ${figure.value}`;
      }
      const found = closest(own, holding).map((parts) => rivalOf(figure, figures, own, parts));
      const [rival] = found;
      if (rival !== undefined && !found.includes(undefined)) {
        return `for these words the cited passage has ${rival} and not ${figure.value}`;
      }
    }
  }
  return null;
}

function isAlike(one: Quantity, other: Quantity): boolean {
  return one.unit?.dimension === other.unit?.dimension;
}

function hasFigure({ quantities }: Part, figure: Quantity): boolean {
  return quantities.some((each) => isSame(each, figure));
}

function joined(parts: readonly Part[]): Pick<Part, "words" | "names"> {
  return {
    words: new Set(parts.flatMap(({ words }) => [...words])),
    names: new Set(parts.flatMap(({ names }) => [...names])),
  };
}

/**
 * The figure of a sentence that begins with the claim's subject, where the claim's figure stands in sentences beside it
 * that begin with another one: "Silver … 10 % off parts. Gold … 15 % off parts."
 */
function rivalBeside(
  figure: Quantity,
  claimed: readonly Part[],
  lines: readonly (readonly Sentence[])[],
): number | undefined {
  const own = joined(claimed);
  const figures = claimed.flatMap(({ quantities }) => quantities);
  const line = lines.find((sentences) =>
    sentences.some(({ parts }) => parts.some((part) => hasFigure(part, figure))),
  );
  const isNamed = ({ subject }: Sentence) => subject !== "" && hasWord(own.words, subject);
  const holding = line?.filter(({ parts }) => parts.some((part) => hasFigure(part, figure))) ?? [];
  if (holding.some(isNamed)) return undefined;
  const rivals = line
    ?.filter(isNamed)
    .flatMap(({ parts }) => parts)
    .filter(
      (part) =>
        [...part.words].some((word) => hasWord(own.words, word)) &&
        holding.some(({ parts }) =>
          parts.some(
            (each) =>
              hasFigure(each, figure) &&
              each.words.size > 0 &&
              [...each.words].every((word) => hasWord(part.words, word)),
          ),
        ),
    )
    .flatMap(({ quantities }) => quantities)
    .filter((each) => isAlike(each, figure) && !figures.some((mine) => isSame(mine, each)));
  return rivals?.[0]?.value;
}

/** The sentences that share the most with a claim. */
function closest(
  own: Pick<Part, "words" | "names">,
  sentences: readonly (readonly Part[])[],
): (readonly Part[])[] {
  const scores = sentences.map((parts) => {
    const said = joined(parts);
    return (
      [...own.words].filter((word) => hasWord(said.words, word)).length +
      [...own.names].filter((name) => said.names.has(name)).length
    );
  });
  const best = Math.max(...scores);
  return sentences.filter((_, at) => scores[at] === best);
}

/** The figure of the part that a claim is about; undefined when it may be the one with its own figure. */
function rivalOf(
  figure: Quantity,
  figures: readonly Quantity[],
  own: Pick<Part, "words" | "names">,
  parts: readonly Part[],
): number | undefined {
  const alternatives = parts.filter(({ quantities }) =>
    quantities.some((each) => isAlike(each, figure)),
  );
  const marksOf = (part: Part) => {
    const others = joined(alternatives.filter((each) => each !== part));
    const words = [...part.words].filter((word) => !hasWord(others.words, word));
    const names = [...part.names].filter((name) => !others.names.has(name));
    const all = words.length + names.length;
    const found =
      words.filter((word) => hasWord(own.words, word)).length +
      names.filter((name) => own.names.has(name)).length;
    return { all, found, share: all === 0 ? 0 : found / all };
  };
  const holding = alternatives.filter((part) => hasFigure(part, figure)).map(marksOf);
  const best = Math.max(...holding.map(({ share }) => share));
  const most = Math.max(...holding.filter(({ share }) => share === 1).map(({ found }) => found));
  // A part that only has its figure goes on about what the sentence named before.
  const isBare = alternatives.some(
    (part) => hasFigure(part, figure) && part.words.size + part.names.size === 0,
  );
  const isCloser = (part: Part) => {
    const { all, found, share } = marksOf(part);
    if (share === 1) return best < 1 || found > most;
    if (share >= MOST && found >= FEWEST_FOUND && best === 0) return true;
    // "At the rated current 300 ms, at five times the rated current 40 ms": what tells the other part is missing.
    return (
      all === 0 &&
      best === 0 &&
      holding.every((each) => each.all > 0) &&
      part.words.size > 0 &&
      [...part.words].every((word) => hasWord(own.words, word))
    );
  };
  const rival = alternatives.find(
    (part) =>
      !(isBare && part.names.size === 0) &&
      !hasFigure(part, figure) &&
      isCloser(part) &&
      !part.quantities.some((each) => figures.some((mine) => isSame(mine, each))),
  );
  return rival?.quantities.find((each) => isAlike(each, figure))?.value;
}

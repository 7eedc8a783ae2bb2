import type { Code } from "./codes.ts";
import { factsOf, type Quantity } from "./facts.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { clausesOf, hasMark, marksOf, type PassagePlace, type Place, placesOf } from "./places.ts";
import { isSame } from "./same.ts";
import type { Verdict } from "./setting.ts";
import { type Subject, subjectOfCode, subjectOfFigure } from "./subject.ts";
import { isAskedAs } from "./wrong-figure.ts";

/*
 * All weights below are rounded results of a search for those that mark the fewest right sentences and miss the
 * fewest wrong ones, over all sets of sentences in the tests. Nearby values do nearly the same.
 */

/** By how much a rival must fit better than the figure or code itself. */
const LEAST_LEAD = 0.35;
/** How much a name or a figure that a claim and a place have in common counts; a word counts 1. */
const NAME = 1.5;
/** How much counts what speaks for the claim: a doubt is in its favour. */
const IN_FAVOUR = 1.25;
/** Each word beside a figure that stands at neither place leaves a doubt. */
const UNKNOWN = 0.1;
/** "More than 3 K" fits a place with "more than" too. */
const SAME_LIMIT = 0.4;

/** "3 m to 30 m", "208/230 V": a pair is seldom taken from two places. */
const PAIRED = 0.4;
/** How much words of other clauses of the claim count: of those before the figure's own, of a code, of any others. */
const BEFORE = 0.5;
const ONLY_CODE = 0.5;
const ELSEWHERE = 0.25;
/** The same for those of the label that a claim begins with: "Prion: 134 °C, hold time 18.5 min". */
const LABEL = 0.75;
const HAS_LABEL = /^[^:;,]{1,40}: /;

/**
 * How much the words of a sentence's earlier clause with a figure of its own count for a later one, which may go on
 * about it: surely, and perhaps.
 */
const EARLIER = [0.25, 0.75] as const;

/** The same for a clause without words: "9 mm (KD 400), 11 mm (KD 500)". */
const ALL_EARLIER = [0.25, 1] as const;

/** "Per 1 day": the day is what something is counted for. */
const DIVISOR = /\b(?:per|each) $/i;

/** A passage's places, and which marks of the claim each has. */
interface Text {
  places: readonly PassagePlace[];
  found: readonly (readonly boolean[])[];
  inHead: readonly (readonly boolean[])[];
  /** Where the places of each line begin and end. */
  lines: ReadonlyMap<number, readonly [from: number, to: number]>;
}

/** A place of a passage within its text. */
interface Spot {
  place: PassagePlace;
  at: number;
  text: Text;
}

/** How much each mark of the claim belongs to a spot. `narrow`: surely; `wide`: perhaps. */
interface Context {
  narrow: number[];
  wide: number[];
}

/**
 * Whether the cited passages have, for the words around a figure or a code of the claim, another one of the same
 * kind: the 1/4 in nuts have the torque that the passage gives to the 5/8 in ones. Each place of the claim's figure
 * is compared with each place of another one by what of the claim stands at the one and not at the other. What is
 * surely at the other place speaks against the claim, what may be at its own place is not counted against it.
 * @param compared figures of the question that the sentence compares with others
 * @param asked all figures of the question; a bare number of it is a name here, as in "AEGIS 2.5"
 */
export function rival(
  plain: string,
  cited: readonly PassageFacts[],
  compared: readonly Quantity[],
  asked: readonly Quantity[],
): Verdict {
  const { quantities, codes } = factsOf(plain);
  const figures = quantities.filter(
    (figure) =>
      !figure.isLoose &&
      !(figure.unit === null && asked.some((each) => each.unit === null && isSame(each, figure))) &&
      !compared.some((each) => isAskedAs(each, figure, cited)) &&
      !(figure.value === 1 && DIVISOR.test(plain.slice(0, figure.start))) &&
      !cited.some(({ topQuantities }) =>
        // The 3 of "Controller 3" is not what 3 °C are told of.
        topQuantities.some(
          (each) => isSame(each, figure) && (each.unit !== null || figure.unit === null),
        ),
      ),
  );
  const named = codes.filter(({ code }) => !cited.some(({ topCodes }) => topCodes.has(code)));
  const subjects = [
    ...figures.map((figure) => subjectOfFigure(figure, quantities)),
    ...named.map((code) => subjectOfCode(code, codes)),
  ];
  if (subjects.length === 0) return null;
  const marks = claimMarks(plain, quantities);
  const texts = cited.map((passage): Text => {
    const places = placesOf(passage);
    const among = (some: ReadonlySet<string>) => marks.map((mark) => hasMark(some, mark));
    return {
      places,
      found: places.map((place) => among(place.marks)),
      inHead: places.map(({ head }) => (head.size === 0 ? [] : among(head))),
      lines: linesOf(places),
    };
  });
  const spots = texts.flatMap((text) => text.places.map((place, at) => ({ place, at, text })));
  for (const subject of subjects) {
    const found = rivalOf(subject, marks, weightsOf(plain, subject, marks, codes), spots);
    if (found) return `for these words the cited passage has ${found} and not ${subject.name}`;
  }
  return null;
}

function linesOf(places: readonly PassagePlace[]): Map<number, readonly [number, number]> {
  const lines = new Map<number, readonly [number, number]>();
  for (const [at, { line }] of places.entries()) {
    lines.set(line, [lines.get(line)?.[0] ?? at, at + 1]);
  }
  return lines;
}

/** The marks of a claim; of an amount only the one with its unit. */
function claimMarks(plain: string, quantities: readonly Quantity[]): string[] {
  const amounts = quantities.filter(({ unit }) => unit !== null).map(({ value }) => `#${value}`);
  const bare = quantities.filter(({ unit }) => unit === null).map(({ value }) => `#${value}`);
  return [...marksOf(plain)].filter((mark) => !amounts.includes(mark) || bare.includes(mark));
}

/** How much each mark of a claim tells of a figure or code of it; 0 for what belongs to another one of the kind. */
function weightsOf(
  plain: string,
  { isIn, isAlikeIn, isOwnMark, times, turn }: Subject,
  marks: readonly string[],
  codes: readonly Code[],
): number[] {
  const clauses = clausesOf(plain);
  const hasLabel = HAS_LABEL.test(plain);
  const isPair = clauses.length === 2;
  const having = clauses.flatMap((clause, at) => (isIn(clause) ? [at] : []));
  const homes = having.length === times ? having.slice(turn, turn + 1) : having;
  const isOnlyCode = (mark: string) => {
    const code = codes.find((each) => mark === `$${each.code}`);
    return code && codes.every((each) => each === code || each.family !== code.family);
  };
  return marks.map((mark) => {
    if (isOwnMark(mark)) return 0;
    const weight = /^[#$]/.test(mark) ? NAME : 1;
    const at = clauses.flatMap(({ marks: own }, place) => (hasMark(own, mark) ? [place] : []));
    if (homes.length === 0 || at.some((place) => homes.includes(place))) return weight;
    const others = at.filter(
      (place) => !having.includes(place) && !isAlikeIn(clauses[place] as Place),
    );
    const isBefore = others.some((place) => homes.includes(place + 1));
    const isLabelled =
      hasLabel && (others.includes(0) || (isPair && homes.includes(0) && others.includes(1)));
    const share = isLabelled ? LABEL : isBefore ? BEFORE : others.length > 0 ? ELSEWHERE : 0;
    return weight * Math.max(share, isOnlyCode(mark) ? ONLY_CODE : 0);
  });
}

/** The rival that fits a claim clearly better than its figure or code does; undefined when none does. */
function rivalOf(
  subject: Subject,
  marks: readonly string[],
  weights: readonly number[],
  spots: readonly Spot[],
): string | undefined {
  const holding = spots.filter(({ place }) => subject.isIn(place));
  const alike = holding.filter(({ place }) => subject.isAlikeIn(place));
  const own = alike.length > 0 ? alike : holding;
  if (own.length === 0) return undefined;
  const isBetter = (other: Spot) =>
    // Bare numbers count all kinds of things.
    (!subject.isBare || own.some((spot) => isNear(spot, other))) &&
    own.every(
      (spot) =>
        !isHeld(spot, other, subject, marks) &&
        leadOf(other, spot, subject, marks, weights) >= LEAST_LEAD,
    );
  const found = spots.find(
    (spot) =>
      !subject.isIn(spot.place) && subject.rivalsIn(spot.place).length > 0 && isBetter(spot),
  );
  return found && subject.rivalsIn(found.place)[0];
}

/** Whether two spots are in one line or in one column. */
function isNear(one: Spot, other: Spot): boolean {
  const [{ line, cell }, { line: otherLine, cell: otherCell }] = [one.place, other.place];
  return one.text === other.text && (line === otherLine || (cell !== null && cell === otherCell));
}

/** Whether another figure or name of the claim stands beside its own one and not beside the rival: "20 bar = 17 kN". */
function isHeld(own: Spot, other: Spot, subject: Subject, marks: readonly string[]): boolean {
  const isAt = ({ text, at }: Spot, mark: number) =>
    text.found[at]?.[mark] === true || text.inHead[at]?.[mark] === true;
  return marks.some(
    (mark, at) =>
      /^[#$]/.test(mark) && !subject.isOwnMark(mark) && isAt(own, at) && !isAt(other, at),
  );
}

/** By how much the claim fits a rival's spot better than its own one. */
function leadOf(
  other: Spot,
  own: Spot,
  subject: Subject,
  marks: readonly string[],
  weights: readonly number[],
): number {
  const [theirs, ours] = [
    contextOf(other, own, subject, marks.length),
    contextOf(own, other, subject, marks.length),
  ];
  let lead = 0;
  for (const [at, weight] of weights.entries()) {
    const [theirWide = 0, ourWide = 0] = [theirs.wide[at], ours.wide[at]];
    lead += weight * Math.max(0, (theirs.narrow[at] ?? 0) - ourWide);
    lead -= weight * Math.max(0, (ours.narrow[at] ?? 0) - theirWide) * IN_FAVOUR;
    if (theirWide === 0 && ourWide === 0 && weight >= 1) lead -= weight * UNKNOWN;
  }
  const hasLimit = ({ quantities }: Place, test: (figure: Quantity) => boolean) =>
    subject.limit !== null && quantities.some((each) => each.limit === subject.limit && test(each));
  const isSubject = (figure: Quantity) => subject.isIn({ ...own.place, quantities: [figure] });
  if (hasLimit(other.place, (figure) => !isSubject(figure))) lead += SAME_LIMIT;
  if (hasLimit(own.place, isSubject)) lead -= SAME_LIMIT;
  if (subject.isPaired) lead -= PAIRED;
  return lead;
}

/** What is said at a spot, without what is said at another one that it is compared with. */
function contextOf(spot: Spot, without: Spot, subject: Subject, size: number): Context {
  const context = { narrow: Array(size).fill(0), wide: Array(size).fill(0) };
  const { places, found, inHead, lines } = spot.text;
  const other = without.text === spot.text ? without.place : null;
  const [from, to] = lines.get(spot.place.line) ?? [0, 0];
  for (let at = from; at < to; at++) {
    const [narrow, wide] = shareOf(places[at] as PassagePlace, at, spot, other, subject);
    raise(context.narrow, found[at] ?? [], narrow);
    raise(context.wide, found[at] ?? [], wide);
  }
  raise(context.narrow, inHead[spot.at] ?? [], 1);
  raise(context.wide, inHead[spot.at] ?? [], 1);
  return context;
}

/** How much of what a place of the same line says belongs to a spot: surely, and perhaps. */
function shareOf(
  place: PassagePlace,
  at: number,
  spot: Spot,
  other: PassagePlace | null,
  subject: Subject,
): readonly [narrow: number, wide: number] {
  const { place: home } = spot;
  if (place === home) return [1, 1];
  if (place.sentence === home.sentence && place.cell !== null) {
    // "Seal: AQ-510 (VX), AQ-512 (DX)": both are seals.
    if (place === other) return [0, place.cell === home.cell && at < spot.at ? 0.5 : 0];
    return [place.isLabel || home.isLabel || place.quantities.length === 0 ? 1 : 0.5, 1];
  }
  if (place.sentence === home.sentence) {
    if (!subject.isAlikeIn(place)) return [1, 1];
    if (at < spot.at) return isBare(home) ? ALL_EARLIER : EARLIER;
    return [0, place === other ? 0 : 0.5];
  }
  if (place.sentence !== other?.sentence) return [0.25, 1];
  // A sentence may go on about what the one before it says.
  return [0, place.sentence === home.sentence - 1 ? 0.5 : 0];
}

/** Whether a clause has nothing but figures and names. */
function isBare({ marks }: Place): boolean {
  return [...marks].every((mark) => /^[#$]/.test(mark));
}

function raise(levels: number[], found: readonly boolean[], level: number): void {
  for (const [at, isFound] of found.entries()) {
    if (isFound && (levels[at] ?? 0) < level) levels[at] = level;
  }
}

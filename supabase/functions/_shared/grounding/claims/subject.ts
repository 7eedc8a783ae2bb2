import type { Code } from "./codes.ts";
import type { Quantity } from "./facts.ts";
import type { Limit } from "./limits.ts";
import { dimensionOf, type Place } from "./places.ts";
import { isRelated, isSame } from "./same.ts";

/** How far apart the two figures of a pair stand at most, in characters. */
const PAIR_REACH = 12;

/** A figure or a code of a claim, as it is looked for in the places of the passages. */
export interface Subject {
  name: string;
  isIn: (place: Place) => boolean;
  /** Whether a place has one of the same kind: of the same unit, of the same family of codes. */
  isAlikeIn: (place: Place) => boolean;
  /** Those of the same kind that the claim does not name. */
  rivalsIn: (place: Place) => readonly string[];
  /** Whether a mark tells of nothing but the subject itself. */
  isOwnMark: (mark: string) => boolean;
  /** Whether it is a number without a unit. */
  isBare: boolean;
  limit: Limit | null;
  /** Whether another figure of its kind stands beside it. */
  isPaired: boolean;
  /** How many times the claim has it, and which of these is meant, from 0: each is judged by its own clause. */
  times: number;
  turn: number;
}

/** @param all the claim's figures, this one among them */
export function subjectOfFigure(figure: Quantity, all: readonly Quantity[]): Subject {
  const dimension = dimensionOf(figure.unit);
  const same = all.filter((each) => isSame(each, figure));
  const beside = all.filter(
    (each) => each !== figure && dimensionOf(each.unit) === dimension && isBeside(each, figure),
  );
  const isAlike = (each: Quantity) =>
    !each.isLoose &&
    dimensionOf(each.unit) === dimension &&
    isComparable(each, figure) &&
    (figure.unit !== null || !each.isName || figure.isName);
  return {
    name: String(figure.value),
    isIn: ({ quantities }) => quantities.some((each) => isSame(each, figure)),
    isAlikeIn: ({ quantities }) => quantities.some(isAlike),
    rivalsIn: ({ quantities }) =>
      quantities
        .filter((each) => isAlike(each) && !all.some((mine) => isSame(mine, each)))
        .map(({ value }) => String(value)),
    isOwnMark: (mark) =>
      mark.startsWith(`#${dimension} `) ||
      [figure, ...beside].some(({ value }) => mark === `#${value}`),
    isBare: figure.unit === null,
    limit: figure.limit,
    isPaired: beside.length > 0,
    times: same.length,
    turn: same.indexOf(figure),
  };
}

/** Figures are compared if one unit is less than so many times the other: not 45 mm with 1550 nm. */
const MOST_APART = 1e5;

function isComparable(one: Quantity, other: Quantity): boolean {
  const [a, b] = [one.unit?.factor ?? 1, other.unit?.factor ?? 1];
  return Math.max(a, b) / Math.min(a, b) < MOST_APART;
}

function isBeside(one: Quantity, other: Quantity): boolean {
  return (
    Math.abs(one.start - other.end) < PAIR_REACH || Math.abs(other.start - one.end) < PAIR_REACH
  );
}

/** @param all the claim's codes, this one among them */
export function subjectOfCode(code: Code, all: readonly Code[]): Subject {
  const same = all.filter((each) => each.code === code.code);
  return {
    name: code.code,
    isIn: ({ codes }) => codes.some((each) => isRelated(each, code)),
    isAlikeIn: ({ codes }) => codes.some(({ family }) => family === code.family),
    rivalsIn: ({ codes }) =>
      codes
        .filter((each) => each.family === code.family && !all.some((mine) => isRelated(mine, each)))
        .map((each) => each.code),
    isOwnMark: (mark) => [code.code, ...code.stems].includes(mark.slice(1)),
    isBare: false,
    limit: null,
    isPaired: false,
    times: same.length,
    turn: same.indexOf(code),
  };
}

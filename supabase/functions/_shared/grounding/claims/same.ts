import type { Code } from "./codes.ts";
import type { Quantity } from "./facts.ts";
import { rate, type Unit } from "./units.ts";

/** Whether two are the same amount, after conversion within a dimension. */
export function isSame(a: Quantity, b: Quantity): boolean {
  if (a.unit === null || b.unit === null) return isNear(a.value, b.value);
  if (a.unit.dimension === b.unit.dimension) {
    return isNear(a.value * a.unit.factor, b.value * b.unit.factor);
  }
  const dimensions = [a.unit.dimension, b.unit.dimension];
  if (dimensions.includes("time") && dimensions.includes("days")) {
    return isNear(secondsOf(a.value, a.unit), secondsOf(b.value, b.unit));
  }
  const rates = [a, b].map(rateOf);
  if (rates[0]?.dimension === rates[1]?.dimension) {
    return isNear(a.value * (rates[0]?.factor ?? 1), b.value * (rates[1]?.factor ?? 1));
  }
  // "25 g for each further metre" of "25 g/m"; a speed is no length.
  const [long, short] = a.unit.over ? [a, b] : [b, a];
  if (long.unit?.over?.dimension === short.unit?.dimension && short.per === null) {
    return (
      !long.unit?.dimension.endsWith("/time") &&
      isNear(long.value * (long.unit?.over?.factor ?? 1), short.value * (short.unit?.factor ?? 1))
    );
  }
  return (
    dimensions.includes("degree") &&
    dimensions.some((each) => TEMPERATURES.has(each)) &&
    isNear(a.value, b.value)
  );
}

/** Whether an amount is within a range; its unit has to be of their dimension. */
export function isBetween(said: Quantity, least: Quantity, most: Quantity): boolean {
  if (said.unit === null || least.unit === null || most.unit === null) return false;
  const { dimension, factor } = said.unit;
  return (
    least.unit.dimension === dimension &&
    most.unit.dimension === dimension &&
    least.value * least.unit.factor <= said.value * factor &&
    said.value * factor <= most.value * most.unit.factor
  );
}

function rateOf({ unit, per }: Quantity): Unit | null {
  return unit && per ? rate(unit, per) : unit;
}

/** "Five degrees" may be any of these. */
const TEMPERATURES: ReadonlySet<string> = new Set(["celsius", "fahrenheit", "kelvin"]);

const SECONDS_OF_DAY = 86_400;

/** "48 hours" are two days. */
function secondsOf(value: number, { dimension, factor }: Unit): number {
  return value * factor * (dimension === "days" ? SECONDS_OF_DAY : 1);
}

/** A share of the larger one: amounts may be small, as 0.02 mg/l is in kg/l. */
function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-7 * Math.max(Math.abs(a), Math.abs(b));
}

/** Whether two codes are the same, or one is a variant of the other. */
export function isRelated(one: Code, other: Code): boolean {
  return (
    one.code === other.code || one.stems.includes(other.code) || other.stems.includes(one.code)
  );
}

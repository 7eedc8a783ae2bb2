import type { Quantity } from "./facts.ts";
import type { PassageFacts } from "./passage-facts.ts";

/** An amount in the base unit of its kind. */
interface Amount {
  kind: string;
  value: number;
  /** How much its unit is. */
  factor: number;
}

/** "7 kg heavier", "ten degrees below the limit", "5 cm apart" */
const DIFFERENCE = /^ (?:more|less|fewer|\p{L}{3,9}er than|above|below|away|apart)(?!\p{L})/u;
/** "cools by 40 K" */
const BY = /\bby (?:about )?$/i;
/** How far from a figure such a word reaches at most, in characters. */
const REACH = 20;

/** What tells of a difference of temperatures. */
const TEMPERATURES: ReadonlySet<string> = new Set(["degree", "kelvin"]);

function amountsOf(quantities: readonly Quantity[]): Amount[] {
  return quantities.flatMap((each) => amountOf(each) ?? []);
}

function amountOf({ value, unit }: Pick<Quantity, "value" | "unit">): Amount | null {
  if (unit === null) return null;
  const kind = TEMPERATURES.has(unit.dimension) ? "celsius" : unit.dimension;
  return { kind, value: value * unit.factor, factor: unit.factor };
}

/** Small differences of calculation are none. */
const keyOf = (kind: string, value: number) => `${kind} ${Number(value.toPrecision(8))}`;

const keysOf = (amounts: readonly Amount[]) =>
  new Set(amounts.map(({ kind, value }) => keyOf(kind, value)));

/** Whether a figure of a claim is calculated from others, so that the passage need not have it. */
export function isResult(
  plain: string,
  figure: Quantity,
  all: readonly Quantity[],
  cited: readonly PassageFacts[],
): boolean {
  const result = amountOf(figure);
  if (result === null) return false;
  const others = all.filter((each) => each !== figure);
  // The 2 and 3 of "two to 3 strokes every 5 s" are no times.
  const addable = others.filter(({ unit, counts }) => unit !== null || counts === null);
  const own = addable.map((each) => (each.unit ? each : { ...each, unit: figure.unit }));
  const unsaid = amountsOf(
    others.filter((each) => cited.every((passage) => passage.same(each).length === 0)),
  );
  return (
    isSum(result, amountsOf(own)) ||
    (isComparison(plain, figure) &&
      cited.some(({ quantities }) => isDifference(result, amountsOf(quantities)))) ||
    cited.some(({ windows }) =>
      windows.some(({ quantities }) => isProportional(result, unsaid, quantities)),
    )
  );
}

function isComparison(plain: string, { start, end }: Quantity): boolean {
  return (
    BY.test(plain.slice(Math.max(0, start - REACH), start)) ||
    DIFFERENCE.test(plain.slice(end, end + REACH))
  );
}

/** "25 minutes: seven to fill and 18 to heat" */
function isSum(result: Amount, amounts: readonly Amount[]): boolean {
  const rest = amounts.map((each) => ({ ...each, value: result.value - each.value }));
  const isDouble = (each: Amount) => keyOf("", each.value * 2) === keyOf("", result.value);
  const keys = keysOf(amounts);
  return (
    rest.some(
      (each) =>
        each.kind === result.kind && !isDouble(each) && keys.has(keyOf(each.kind, each.value)),
    ) || isDifference(result, amounts)
  );
}

/** Whether two amounts differ by this one. */
function isDifference({ kind, value }: Amount, amounts: readonly Amount[]): boolean {
  const keys = keysOf(amounts);
  return amounts.some((each) => each.kind === kind && keys.has(keyOf(kind, each.value + value)));
}

/**
 * "60 kg for 2 m³" where a sentence has 30 kg for each: two amounts of different units grow alike.
 * @param others those of the claim that no passage has: where one figure alone is other, it is wrong
 */
function isProportional(
  result: Amount,
  others: readonly Amount[],
  said: readonly Quantity[],
): boolean {
  const scaled = others.filter(
    ({ kind, factor }) => kind !== result.kind || factor !== result.factor,
  );
  if (scaled.length === 0) return false;
  const keys = keysOf(amountsOf(said));
  return said.some((each) => {
    const one = amountOf(each);
    const per = each.per && amountOf({ value: 1, unit: each.per });
    return scaled.some(({ kind, value }) => {
      const isRate = [
        [one, per],
        [per, one],
      ].some(
        ([over, under]) =>
          over?.kind === result.kind &&
          under &&
          keyOf(kind, value * over.value) === keyOf(under.kind, result.value * under.value),
      );
      return (
        isRate ||
        (one?.kind === result.kind && keys.has(keyOf(kind, (value * one.value) / result.value)))
      );
    });
  });
}

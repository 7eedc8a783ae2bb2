import type { Quantity } from "./canonical.ts";

/** What follows a difference: "3 dB quieter", "5 K apart", "4 kW more". */
const COMPARED = /^ (?:\p{L}{2,12}er|more|less|apart|(?:of )?(?:the )?difference)\b/iu;

/** Small differences of calculation are none. */
const keyOf = (value: number) => value.toFixed(6);

function baseOf({ value, unit }: Quantity): number {
  return value * (unit?.factor ?? 1);
}

/** Whether a figure is the difference of two others of the claim: "3 dB quieter: 51 dB against 54 dB". */
export function isDifference(plain: string, figure: Quantity, all: readonly Quantity[]): boolean {
  const { unit } = figure;
  if (unit === null || !COMPARED.test(plain.slice(figure.end, figure.end + 24))) return false;
  const others = all
    .filter((each) => each !== figure && each.unit?.dimension === unit.dimension)
    .map(baseOf);
  const known = new Set(others.map(keyOf));
  return others.some((value) => known.has(keyOf(value - baseOf(figure))));
}

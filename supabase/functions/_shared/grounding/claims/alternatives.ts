import { unitOf } from "./units.ts";

/** One of several values that stand in one cell, with the words that its label or head has for it. */
export interface Alternative {
  /** All that the label or the head says of it: "Switch opens" of "Switch opens / closes". */
  name: string;
  /** What tells it from the others: "opens". */
  case: string;
  value: string;
}

/** The values of "42.0 / 33.0 bar" below or beside "opens / closes", each with the unit; null where these are no pairs. */
export function alternativesIn(cell: string, label: string): Alternative[] | null {
  const values = cell.split(" / ");
  const names = label.split(" / ").map((name) => name.split(" "));
  if (names.length < 2 || values.length !== names.length) return null;
  const unit = / ([^\d\s]{1,6})$/.exec(cell)?.[1] ?? "";
  const withUnit = (value: string) =>
    /\d$/.test(value) && unitOf(unit) !== null ? `${value} ${unit}` : value;
  // The words that differ stand next to the slash.
  const least = Math.min(...names.map((name) => name.length));
  const before = names[0]?.slice(0, -least) ?? [];
  const after = names.at(-1)?.slice(least) ?? [];
  return values.map((value, at) => {
    const name = names[at] ?? [];
    const own = at === 0 ? name.slice(-least) : name.slice(0, least);
    return {
      name: [...before, ...own, ...after].join(" "),
      case: own.join(" "),
      value: withUnit(value),
    };
  });
}

import type { Line } from "./lines.ts";

/** The number of a formula at the margin: "(2.6)", "(B1)", "(6a)". */
const NUMBER = /^\(([A-Z]\.?)?\d{1,3}([.-]\d{1,3})*[a-z]?[′']?\)$/;
/** Signs that only formulas have in most texts. */
const SIGN = /[=<>≤≥≈≠≃∼∝→⇒∈±×∑∏∫√∂∇∞α-ωΓΔΘΛΞΠΣΦΨΩ]/u;

/**
 * Joins a formula to its number at the margin, which would be a cell beside it.
 * @param lines the pieces at one height, from left to right
 */
export function withFormulaNumber(lines: readonly Line[]): Line[] {
  const [first] = lines;
  const last = lines.at(-1);
  const formula = lines.slice(0, -1);
  const isNumbered =
    first !== undefined &&
    last !== undefined &&
    NUMBER.test(last.text) &&
    formula.some(({ text }) => SIGN.test(text)) &&
    !formula.some(({ runs }) => runs.some((run) => run.isMonospaced));
  if (!isNumbered) return [...lines];
  return [
    {
      ...first,
      text: lines.map(({ text }) => text).join(" "),
      right: last.right,
      isBold: lines.every(({ isBold }) => isBold),
      runs: lines.flatMap(({ runs }) => runs),
    },
  ];
}

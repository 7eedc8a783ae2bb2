// Created once: a formatter costs more to create than to use a thousand times.
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });

/** A rounded figure with thousands separators. */
export function formatFigure(figure: number): string {
  return whole.format(figure);
}

/** A rounded duration in ms; "N/A" if it was not measured. */
export function formatMilliseconds(duration: number | null): string {
  return duration === null ? "N/A" : `${whole.format(duration)} ms`;
}

/** US dollars with four decimals, and a word beside them if no price is known (null). */
export function formatCost(dollars: number | null): string {
  return `$${(dollars ?? 0).toFixed(4)}${dollars === null ? " (price unknown)" : ""}`;
}

// Built once: making a formatter costs more than a thousand uses of it.
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });

/** A figure, rounded, with thousands separators. */
export function figureWords(figure: number): string {
  return whole.format(figure);
}

/** A duration in ms, rounded; "N/A" for one that nobody measured. */
export function millisecondWords(duration: number | null): string {
  return duration === null ? "N/A" : `${whole.format(duration)} ms`;
}

/** US dollars, to the hundredth of a cent. */
export function costWords(dollars: number): string {
  return `$${dollars.toFixed(4)}`;
}

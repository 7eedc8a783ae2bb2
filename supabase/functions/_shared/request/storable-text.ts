/**
 * Text as PostgreSQL can keep it: it knows neither the zero character nor half a surrogate pair, and
 * refuses the whole statement for either.
 * @param limit greatest length in UTF-16 units; what is beyond gives way to an ellipsis.
 */
export function storableText(text: string, limit = Number.POSITIVE_INFINITY): string {
  const bounded = text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
  return bounded.replaceAll("\0", "").replace(/\p{Surrogate}/gu, "\uFFFD");
}

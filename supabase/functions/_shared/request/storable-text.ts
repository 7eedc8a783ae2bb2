/**
 * Makes a text storable in PostgreSQL, which refuses a whole statement with a NUL character or an
 * unpaired surrogate.
 * @param limit greatest length in UTF-16 units; a longer text is cut and ends with an ellipsis.
 */
export function storableText(text: string, limit = Number.POSITIVE_INFINITY): string {
  const bounded = text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
  return bounded.replaceAll("\0", "").replace(/\p{Surrogate}/gu, "\uFFFD");
}

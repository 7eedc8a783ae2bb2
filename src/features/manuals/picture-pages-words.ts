/** More pages or spans of pages than these are not named one by one. */
const MOST_NAMED = 6;

/**
 * Says how many pages of a document are pictures, and which, unless they are many or all; null if
 * none is.
 */
export function picturePagesWords(
  pictures: readonly number[],
  pageCount: number | null,
): string | null {
  if (pictures.length === 0) return null;
  const count = pictures.length;
  const of = pageCount === null ? count : `${count} of ${pageCount}`;
  const pages = (pageCount ?? count) === 1 ? "page" : "pages";
  const are =
    count === 1
      ? `${of} ${pages} is a picture: its text is not read`
      : `${of} ${pages} are pictures: their text is not read`;
  const spans = spansOf(pictures);
  if (count === pageCount || spans.length > MOST_NAMED) return are;
  return `${are} (${count === 1 ? "page" : "pages"} ${spans.join(", ")})`;
}

/** Pages that follow each other as one span: "2, 5–7". */
function spansOf(pages: readonly number[]): string[] {
  const spans: { from: number; to: number }[] = [];
  for (const page of pages) {
    const last = spans.at(-1);
    if (last !== undefined && page === last.to + 1) last.to = page;
    else spans.push({ from: page, to: page });
  }
  return spans.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`));
}

import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { ImageOff } from "lucide-react";
import classes from "./unread-parts.module.css";

/** Shows which parts of a document are not read. Shows nothing if there are none. */
export function UnreadParts(props: { file: KnowledgeFile }) {
  return describeUnreadParts(props.file).map((words) => (
    <p key={words} className={classes.line}>
      <ImageOff size={16} aria-hidden className={classes.icon} />
      {words}
    </p>
  ));
}

/** More pages or spans of pages than these are not named one by one. */
const MOST_NAMED = 6;

/** The parts of a document that are not read, each in one sentence. */
export function describeUnreadParts(
  file: Pick<KnowledgeFile, "page_count"> &
    Partial<Pick<KnowledgeFile, "picture_pages" | "reading">>,
): string[] {
  const { page_count: count, reading } = file;
  const unknown = reading?.untold_pages ?? [];
  const sentences = [
    describePages(file.picture_pages ?? [], count, ["is a picture", "are pictures"]),
    describePages(unknown, count, ["does not tell its letters", "do not tell their letters"]),
  ];
  const { pictures = 0, objects = 0, share = 1 } = reading ?? {};
  if (pictures === 1) sentences.push("1 picture: text in it is not read");
  if (pictures > 1) sentences.push(`${pictures} pictures: text in them is not read`);
  if (objects === 1) sentences.push("1 object of another program is not read");
  if (objects > 1) sentences.push(`${objects} objects of other programs are not read`);
  if (share < 1) {
    // Never 100 when a letter is missing.
    sentences.push(`${Math.floor(share * 1000) / 10} % of its letters are read`);
  }
  return sentences.filter((sentence) => sentence !== null);
}

/**
 * A sentence about how many pages of a document something is true of, and which, unless they are
 * many or all; null if there are none.
 * @param what of one page, and of several
 */
function describePages(
  found: readonly number[],
  pageCount: number | null,
  what: readonly [one: string, several: string],
): string | null {
  if (found.length === 0) return null;
  const count = found.length;
  const of = pageCount === null ? count : `${count} of ${pageCount}`;
  const pages = (pageCount ?? count) === 1 ? "page" : "pages";
  const are =
    count === 1
      ? `${of} ${pages} ${what[0]}: its text is not read`
      : `${of} ${pages} ${what[1]}: their text is not read`;
  const spans = joinSpans(found);
  if (count === pageCount || spans.length > MOST_NAMED) return are;
  return `${are} (${count === 1 ? "page" : "pages"} ${spans.join(", ")})`;
}

/** Pages that follow each other as one span: "2, 5–7". */
function joinSpans(pages: readonly number[]): string[] {
  const spans: { from: number; to: number }[] = [];
  for (const page of pages) {
    const last = spans.at(-1);
    if (last !== undefined && page === last.to + 1) last.to = page;
    else spans.push({ from: page, to: page });
  }
  return spans.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`));
}

import type { KnowledgeChunk } from "@contracts/knowledge.ts";
import type { Source } from "@contracts/question.ts";
import { Box } from "@mantine/core";
import { type RefObject, useEffect, useRef } from "react";
import { MarkedText } from "../excerpt.tsx";
import { passageMarks } from "./passage-marks.ts";
import classes from "./pdf-page.module.css";

/** The place to go to in a document, and the words to mark there. */
export type Target = { [part in "page" | "chunk_no" | "quote"]: Source[part] | null };

/** A document as text, in order, scrolled to a marked passage or to a page. */
export function TextPages(props: {
  passages: readonly KnowledgeChunk[];
  /** The passage to mark, and the words of it that an answer cites. */
  target: Target;
  /** The page to begin at; the passage is on it, or the person has gone on from there. */
  page: number;
  /** Is set to the page at the top of the screen. */
  shown: RefObject<number | null>;
}) {
  const { passages, target, page, shown } = props;
  const { chunk_no: chunkNo, quote } = target;
  const scroll = useRef<HTMLElement>(null);
  useKeptPlace(scroll, shown);
  useEffect(() => {
    const mark = scroll.current?.querySelector("mark");
    const isHere = target.page === null || target.page === page;
    const start = scroll.current?.querySelector(`[data-page="${page}"]`);
    if (mark && isHere) mark.scrollIntoView({ block: "start" });
    else if (page > 1) start?.scrollIntoView({ block: "start" });
  }, [target, page]);
  return (
    <Box
      component="section"
      ref={scroll}
      aria-label="Text"
      tabIndex={0}
      className={classes.textScroll}
    >
      <div className={classes.document}>
        {passages.map((passage, index) => {
          const before = passages[index - 1];
          const { page: number, heading, body, chunk_no } = passage;
          return (
            <div key={chunk_no} data-page={number ?? ""} className={classes.passage}>
              {number !== null && number !== before?.page && (
                <p className={classes.pageNumber}>Page {number}</p>
              )}
              {heading !== null && heading !== before?.heading && !body.includes(heading) && (
                <h3 className={classes.heading}>{heading}</h3>
              )}
              {chunk_no === chunkNo ? (
                <p className={classes.body}>
                  <Cited body={body} quote={quote} />
                </p>
              ) : (
                <Paragraphs body={body} heading={heading} />
              )}
            </div>
          );
        })}
      </div>
    </Box>
  );
}

/**
 * Keeps the place in a text that gets another width, as when a phone is turned.
 * @param scroll the scrolling element
 * @param shown is set to the page at its top
 */
function useKeptPlace(
  scroll: RefObject<HTMLElement | null>,
  shown: RefObject<number | null>,
): void {
  useEffect(() => {
    const view = scroll.current;
    if (view === null) return;
    let [passage, part, width] = [null as HTMLElement | null, 0, view.clientWidth];
    /** How much of it is above the screen, from 0 to 1; more than 1 if all of it is. */
    const above = (each: HTMLElement) =>
      (view.getBoundingClientRect().top + 1 - each.getBoundingClientRect().top) / each.offsetHeight;
    function look(): void {
      const all = [...(view?.querySelectorAll<HTMLElement>("[data-page]") ?? [])];
      passage = all.find((each) => above(each) < 1) ?? null;
      if (passage === null) return;
      part = above(passage);
      shown.current = Number(passage.dataset.page) || null;
    }
    const observer = new ResizeObserver(() => {
      if (view.clientWidth === width || passage === null) return;
      width = view.clientWidth;
      const top = (part - above(passage)) * passage.offsetHeight;
      view.scrollBy({ top, behavior: "instant" });
    });
    observer.observe(view);
    view.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      view.removeEventListener("scroll", look);
    };
  }, [scroll, shown]);
}

/** If a passage begins with its heading, its text contains the heading: show it as a heading. */
function Paragraphs({ body, heading }: { body: string; heading: string | null }) {
  let place = 0;
  return body.split("\n\n").map((paragraph) => {
    const key = place;
    place += paragraph.length + 2;
    return paragraph === heading ? (
      <h3 key={key} className={classes.heading}>
        {paragraph}
      </h3>
    ) : (
      <p key={key} className={classes.body}>
        {paragraph}
      </p>
    );
  });
}

/** Marks the cited words, or the whole passage if its text has changed since the citation. */
function Cited({ body, quote }: { body: string; quote: string | null }) {
  const marks = quote === null ? [] : passageMarks([body], quote);
  if (marks.length === 0) return <MarkedText pieces={[{ text: body, found: true }]} />;
  const pieces = marks.flatMap(({ from, to }, place) => [
    { text: body.slice(marks[place - 1]?.to ?? 0, from), found: false },
    { text: body.slice(from, to), found: true },
  ]);
  pieces.push({ text: body.slice(marks.at(-1)?.to), found: false });
  return <MarkedText pieces={pieces.filter(({ text }) => text !== "")} />;
}

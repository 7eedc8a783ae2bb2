import type { KnowledgeChunk } from "@contracts/knowledge.ts";
import { Box } from "@mantine/core";
import { useEffect, useRef } from "react";
import { MarkedText } from "../excerpt.tsx";
import { passageMarks } from "./passage-marks.ts";
import classes from "./pdf-page.module.css";

/** A document as text, in order, scrolled to a marked passage. */
export function TextPages(props: {
  passages: readonly KnowledgeChunk[];
  /** The passage to mark, or null. */
  chunkNo: number | null;
  /** The words of this passage that an answer cites. */
  quote: string | null;
}) {
  const { passages, chunkNo, quote } = props;
  const scroll = useRef<HTMLElement>(null);
  useEffect(() => {
    if (chunkNo === null) return;
    scroll.current?.querySelector("mark")?.scrollIntoView({ block: "center" });
  }, [chunkNo]);
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
          const { page, heading, body, chunk_no } = passage;
          return (
            <div key={chunk_no} className={classes.passage}>
              {page !== null && page !== before?.page && (
                <p className={classes.pageNumber}>Page {page}</p>
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
  const [first, last] = [marks[0], marks.at(-1)];
  if (first === undefined || last === undefined) {
    return <MarkedText pieces={[{ text: body, found: true }]} />;
  }
  const pieces = [
    { text: body.slice(0, first.from), found: false },
    { text: body.slice(first.from, last.to), found: true },
    { text: body.slice(last.to), found: false },
  ];
  return <MarkedText pieces={pieces.filter(({ text }) => text !== "")} />;
}

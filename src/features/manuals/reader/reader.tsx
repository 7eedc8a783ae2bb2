import { isSuperseded, type KnowledgeChunk, type KnowledgeFile } from "@contracts/knowledge.ts";
import type { Source } from "@contracts/question.ts";
import { Box, Button, Modal } from "@mantine/core";
import { History } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readDownload } from "#mirror/person/knowledge/downloads.ts";
import { readKnowledgeFile } from "#mirror/person/knowledge/knowledge-files.ts";
import { readPassages } from "#mirror/person/knowledge/passages.ts";
import { readReplacement } from "#mirror/person/knowledge/versions.ts";
import { useSync } from "#sync/sync-context.tsx";
import { useReachable } from "#sync/use-reachable.ts";
import { formatDay } from "#ui/format.ts";
import { useOpened } from "#ui/use-opened.ts";
import { MarkedText } from "../excerpt.tsx";
import {
  closeManual,
  formatSource,
  type ManualToOpen,
  openManual,
  useManualToOpen,
} from "../passage-to-open.ts";
import { useBackCloses } from "../use-back-closes.ts";
import { FindInside } from "./find-inside.tsx";
import { passageMarks } from "./passage-marks.ts";
import textClasses from "./pdf-page.module.css";
import { PdfView } from "./pdf-view.tsx";
import classes from "./reader.module.css";

/** Shows a document on the whole screen, at the passage that the person wants to see. */
export function Reader() {
  const manual = useManualToOpen((state) => state.manual);
  const opened = useOpened(manual !== null);
  // The last document stays visible while the dialog closes.
  const last = useRef(manual);
  if (manual !== null) last.current = manual;
  useBackCloses(manual !== null, closeManual);
  return (
    <Modal
      opened={opened && manual !== null}
      onClose={closeManual}
      title={last.current?.fileName}
      fullScreen
      classNames={{
        content: classes.content ?? "",
        header: classes.header ?? "",
        title: classes.title ?? "",
        body: classes.body ?? "",
      }}
    >
      {last.current !== null && <Document key={last.current.fileId} manual={last.current} />}
    </Modal>
  );
}

/** The place to go to in a document, and the words to mark there. */
type Target = { [part in "page" | "chunk_no" | "quote"]: Source[part] | null };

const BEGINNING: Target = { page: null, chunk_no: null, quote: null };

/** Shows a document's pages, otherwise its text, otherwise only the cited words. */
function Document({ manual }: { manual: ManualToOpen }) {
  const { fileId, passage } = manual;
  const onDevice = useManual(fileId);
  const [target, setTarget] = useState<Target>(passage ?? BEGINNING);
  const [unreadable, setUnreadable] = useState(false);
  const cannotRead = useCallback(() => setUnreadable(true), []);
  const passages = onDevice?.passages;
  const marked = useMemo(() => {
    const whole = passages?.find(({ chunk_no }) => chunk_no === target.chunk_no)?.body;
    return [target.quote, whole].filter((text) => text !== null && text !== undefined);
  }, [passages, target]);
  if (onDevice === undefined) return null;

  const { file, passages: texts, isWhole } = onDevice;
  const find = (
    <FindInside
      passages={texts}
      onFind={({ page, chunk_no, body }) => setTarget({ page, chunk_no, quote: body })}
    />
  );
  return (
    <>
      {file !== undefined && isSuperseded(file) && <ReplacedNotice file={file} />}
      {file?.kind === "pdf" && isWhole && !unreadable ? (
        <PdfView
          fileId={fileId}
          target={target}
          marked={marked}
          find={find}
          onFailure={cannotRead}
        />
      ) : texts.length > 0 ? (
        <>
          <div className={classes.bar}>
            <p className={classes.note}>{textNote(onDevice, unreadable)}</p>
            {find}
          </div>
          <TextPages passages={texts} chunkNo={target.chunk_no} quote={target.quote} />
        </>
      ) : (
        <Missing manual={manual} onDevice={onDevice} unreadable={unreadable} />
      )}
    </>
  );
}

/** The reason why a PDF is shown as text; empty for other documents. */
function textNote({ file }: ManualOnDevice, unreadable: boolean): string {
  if (file?.kind !== "pdf") return "";
  if (unreadable) return "The pages can't be shown now. This is their text.";
  return isSuperseded(file)
    ? "This is the text of the version that was cited."
    : "This is its text. Its pages can be read once it is downloaded.";
}

function Missing(props: { manual: ManualToOpen; onDevice: ManualOnDevice; unreadable: boolean }) {
  const { manual, onDevice, unreadable } = props;
  const sync = useSync();
  const reachable = useReachable();
  const replaced = onDevice.file !== undefined && isSuperseded(onDevice.file);
  // Replaced versions come to a device only where a message cites them.
  useEffect(() => {
    if (replaced && reachable) void sync?.refreshKnowledge();
  }, [replaced, reachable, sync]);
  return (
    <div className={classes.missing}>
      <p role="status" className={classes.note}>
        {replaced && !onDevice.isWhole
          ? reachable
            ? "This version is not on this device yet"
            : "This version is not on this device. It can be read with a connection."
          : describeMissing(onDevice, unreadable)}
      </p>
      {manual.passage !== null && (
        <figure className={classes.quote}>
          <blockquote>{manual.passage.quote}</blockquote>
          <figcaption>{formatSource(manual.passage)}</figcaption>
        </figure>
      )}
    </div>
  );
}

function describeMissing({ file, isWhole }: ManualOnDevice, unreadable: boolean): string {
  if (unreadable) return "The pages can't be shown now. Try again when you are online.";
  return isWhole && file !== undefined
    ? "The text of this document has not been read yet."
    : "This document is not on this device";
}

type ManualOnDevice = NonNullable<ReturnType<typeof useManual>>;

/** The parts of a document that are on this device, kept up to date; undefined until read. */
function useManual(fileId: string) {
  const db = useMirror();
  const file = useLive(async () => ({ row: await readKnowledgeFile(db, fileId) }), [db, fileId]);
  // A document has hundreds of passages: read them again only when they have changed, not with
  // every downloaded part.
  const version = file?.row?.passagesOf;
  const passages = useLive(() => readPassages(db, fileId), [db, fileId, version]);
  const isWhole = useLive(
    async () => (await readDownload(db, fileId))?.state === "whole",
    [db, fileId],
  );
  if (file === undefined || passages === undefined || isWhole === undefined) return undefined;
  // Without a file if the person may not read it (any more).
  return { file: file.row, passages, isWhole };
}

/** Shows that a newer version took a document's place, and opens the one that answers now. */
function ReplacedNotice({ file }: { file: KnowledgeFile }) {
  const db = useMirror();
  const replacement = useLive(() => readReplacement(db, file), [db, file]);
  if (replacement === undefined || replacement === null) return null;
  const { at, by, newest } = replacement;
  const day = formatDay(Date.parse(at));
  return (
    <div role="note" className={classes.notice}>
      <History size={20} aria-hidden className={classes.icon} />
      <p className={classes.words}>
        {by === null
          ? `This version was replaced on ${day}.`
          : `This version was replaced by ${by} on ${day}.`}
      </p>
      {newest !== null && (
        <Button variant="default" onClick={() => openManual(newest.id, newest.file_name)}>
          Open the new version
        </Button>
      )}
    </div>
  );
}

/** A document as text, in order, scrolled to a marked passage. */
function TextPages(props: {
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
      className={textClasses.textScroll}
    >
      <div className={textClasses.document}>
        {passages.map((passage, index) => {
          const before = passages[index - 1];
          const { page, heading, body, chunk_no } = passage;
          return (
            <div key={chunk_no} className={textClasses.passage}>
              {page !== null && page !== before?.page && (
                <p className={textClasses.pageNumber}>Page {page}</p>
              )}
              {heading !== null && heading !== before?.heading && !body.includes(heading) && (
                <h3 className={textClasses.heading}>{heading}</h3>
              )}
              {chunk_no === chunkNo ? (
                <p className={textClasses.body}>
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
      <h3 key={key} className={textClasses.heading}>
        {paragraph}
      </h3>
    ) : (
      <p key={key} className={textClasses.body}>
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

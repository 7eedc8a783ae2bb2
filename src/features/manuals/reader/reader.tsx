import { isSuperseded, type KnowledgeFile } from "@contracts/knowledge.ts";
import { Button, Modal } from "@mantine/core";
import { History } from "lucide-react";
import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readDownload, readDownloads } from "#mirror/person/knowledge/downloads.ts";
import { readKnowledgeFile } from "#mirror/person/knowledge/knowledge-files.ts";
import type { MirroredKnowledgeFile } from "#mirror/person/knowledge/knowledge-rows.ts";
import { readPassages } from "#mirror/person/knowledge/passages.ts";
import { readReplacement } from "#mirror/person/knowledge/versions.ts";
import { useSync } from "#sync/sync-context.tsx";
import { useReachable } from "#sync/use-reachable.ts";
import { formatDay } from "#ui/format.ts";
import { useOpened } from "#ui/use-opened.ts";
import { documentTitle, formatSource, readFirstPassages } from "../document-titles.ts";
import { activeDownload, DownloadLine, manualState } from "../manual-list.tsx";
import { closeManual, type ManualToOpen, openManual, useManualToOpen } from "../passage-to-open.ts";
import { useBackCloses } from "../use-back-closes.ts";
import { useManualActions } from "../use-manuals.ts";
import { FindInside } from "./find-inside.tsx";
import { PdfView } from "./pdf-view.tsx";
import classes from "./reader.module.css";
import { type Target, TextPages } from "./text-view.tsx";

/** Shows a document on the whole screen, at the passage that the person wants to see. */
export function Reader() {
  const manual = useManualToOpen((state) => state.manual);
  const opened = useOpened(manual !== null);
  // The last document stays visible while the dialog closes.
  const last = useRef(manual);
  if (manual !== null) last.current = manual;
  const title = useTitle(last.current);
  useBackCloses(manual !== null, closeManual);
  return (
    <Modal
      opened={opened && manual !== null}
      onClose={closeManual}
      title={title}
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

/** The title of a document, kept up to date. */
function useTitle(manual: ManualToOpen | null): string {
  const db = useMirror();
  const { fileId = "", fileName = "" } = manual ?? {};
  const first = useLive(async () => (await readFirstPassages(db, [fileId]))[0], [db, fileId]);
  return documentTitle(fileName, first?.file_id === fileId ? first : undefined);
}

const BEGINNING: Target = { page: null, chunk_no: null, quote: null };

/** Shows a document's pages or its text, otherwise only the cited words. */
function Document({ manual }: { manual: ManualToOpen }) {
  const { fileId, passage } = manual;
  const view = useManualToOpen((state) => state.view);
  const onDevice = useManual(fileId);
  const [target, setTarget] = useState<Target>(passage ?? BEGINNING);
  const [page, setPage] = useState(target.page ?? 1);
  const pageOfText = useRef<number>(null);
  const [unreadable, setUnreadable] = useState(false);
  const cannotRead = useCallback(() => setUnreadable(true), []);
  const passages = onDevice?.passages;
  const marked = useMemo(() => {
    const whole = passages?.find(({ chunk_no }) => chunk_no === target.chunk_no)?.body;
    return [target.quote, whole].filter((text) => text !== null && text !== undefined);
  }, [passages, target]);
  if (onDevice === undefined) return null;

  const { file, passages: texts, isWhole } = onDevice;
  const hasPages = file?.kind === "pdf" && isWhole && !unreadable;
  const find = (
    <FindInside
      passages={texts}
      onFind={({ page: foundOn, chunk_no, body }) => {
        setTarget({ page: foundOn, chunk_no, quote: body });
        setPage(foundOn ?? 1);
      }}
    />
  );
  function show(next: typeof view): void {
    // Both show the same page of the document.
    if (view === "Text") setPage(pageOfText.current ?? page);
    useManualToOpen.setState({ view: next });
  }
  const views = hasPages && texts.length > 0 && (
    <Button.Group aria-label="Show as">
      {(["Text", "Page"] as const).map((each) => (
        <Button
          key={each}
          variant={view === each ? "light" : "default"}
          aria-pressed={view === each}
          px="xs"
          onClick={() => show(each)}
        >
          {each}
        </Button>
      ))}
    </Button.Group>
  );
  return (
    <>
      {file !== undefined && isSuperseded(file) && <ReplacedNotice file={file} />}
      {hasPages && (view === "Page" || texts.length === 0) ? (
        <PdfView
          fileId={fileId}
          page={page}
          onPage={setPage}
          target={target}
          marked={marked}
          views={views}
          find={find}
          onFailure={cannotRead}
        />
      ) : texts.length > 0 ? (
        <>
          <div className={classes.bar}>
            {views}
            <TextNote onDevice={onDevice} unreadable={unreadable} />
            {find}
          </div>
          <TextPages passages={texts} target={target} page={page} shown={pageOfText} />
        </>
      ) : (
        <Missing manual={manual} onDevice={onDevice} unreadable={unreadable} />
      )}
    </>
  );
}

/** The reason why a PDF has no pages here, or its download; empty for other documents. */
function TextNote({ onDevice, unreadable }: { onDevice: ManualOnDevice; unreadable: boolean }) {
  const { file, isWhole } = onDevice;
  if (file?.kind !== "pdf" || (isWhole && !unreadable)) return <span className={classes.gap} />;
  if (unreadable) {
    return <p className={classes.note}>The pages can't be shown now. This is their text.</p>;
  }
  return isSuperseded(file) ? (
    <p className={classes.note}>This is the text of the version that was cited.</p>
  ) : (
    <DownloadHere file={file} />
  );
}

/** The download of a PDF whose pages are not on this device. */
function DownloadHere({ file }: { file: MirroredKnowledgeFile }) {
  const db = useMirror();
  const downloads = useLive(() => readDownloads(db), [db]);
  const actions = useManualActions();
  const reachable = useReachable();
  const name = useId();
  const download = downloads?.find(({ fileId }) => fileId === file.id);
  const active = activeDownload(downloads ?? []);
  return (
    <section aria-label="Pages of this document" id={name} className={classes.download}>
      {downloads !== undefined && (
        <DownloadLine
          file={file}
          state={manualState(download, { reachable, active })}
          actions={actions}
          name={name}
        />
      )}
    </section>
  );
}

function Missing(props: { manual: ManualToOpen; onDevice: ManualOnDevice; unreadable: boolean }) {
  const { manual, onDevice, unreadable } = props;
  const sync = useSync();
  const reachable = useReachable();
  const { file, isWhole } = onDevice;
  const replaced = file !== undefined && isSuperseded(file);
  // The text may not have come to this device yet.
  useEffect(() => {
    if (reachable) void sync?.refreshKnowledge();
  }, [reachable, sync]);
  return (
    <div className={classes.missing}>
      <p role="status" className={classes.note}>
        {replaced && !isWhole
          ? reachable
            ? "This version is not on this device yet"
            : "This version is not on this device. It can be read with a connection."
          : describeMissing(onDevice, unreadable)}
      </p>
      {file?.kind === "pdf" && !replaced && !isWhole && <DownloadHere file={file} />}
      {manual.passage !== null && (
        <figure className={classes.quote}>
          <blockquote>{manual.passage.quote}</blockquote>
          <figcaption>
            {formatSource(documentTitle(manual.fileName), null, manual.passage.page)}
          </figcaption>
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

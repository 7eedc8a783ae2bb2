import { ActionIcon, Group } from "@mantine/core";
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import { type OpenPdf, openPdf } from "./open-pdf.ts";
import { PdfPages, ZOOMS } from "./pdf-pages.tsx";
import classes from "./reader.module.css";

/** A downloaded PDF, page by page. */
export function PdfView(props: {
  fileId: string;
  /** The page to show, from 1. */
  page: number;
  onPage: (page: number) => void;
  /** The place that was asked for; a new object zooms to its passage again. */
  target: { page: number | null };
  marked: readonly string[];
  /** Other views and the search, for the toolbar. */
  views: ReactNode;
  find: ReactNode;
  /** Must not change between renders. */
  onFailure: () => void;
}) {
  const { fileId, target, marked, onPage, onFailure } = props;
  const pdf = usePdf(fileId, onFailure);
  // Until a person zooms or turns the page, the passage decides the zoom.
  const [chosen, setChosen] = useState<{ target: object; zoom: number | null }>();
  const wanted = chosen?.target === target ? chosen.zoom : null;
  const [drawn, setDrawn] = useState(1);
  const zoom = wanted ?? drawn;
  const last = pdf?.document.numPages ?? null;
  const page = Math.min(props.page, last ?? props.page);

  function go(to: number): void {
    setChosen({ target, zoom });
    onPage(to);
  }

  function turn(by: 1 | -1): void {
    if (last !== null && page + by >= 1 && page + by <= last) go(page + by);
  }

  function zoomBy(by: 1 | -1): void {
    const next =
      by === 1 ? ZOOMS.find((each) => each > zoom) : ZOOMS.findLast((each) => each < zoom);
    if (next !== undefined) setChosen({ target, zoom: next });
  }

  return (
    <>
      <div role="toolbar" aria-label="Pages" className={classes.bar}>
        {props.views}
        <Group wrap="nowrap" gap={0}>
          <ActionIcon
            aria-label="Previous page"
            disabled={last === null || page <= 1}
            onClick={() => turn(-1)}
          >
            <ChevronLeft size={24} aria-hidden />
          </ActionIcon>
          <PageField page={page} last={last} onGo={go} />
          <ActionIcon
            aria-label="Next page"
            disabled={last === null || page >= last}
            onClick={() => turn(1)}
          >
            <ChevronRight size={24} aria-hidden />
          </ActionIcon>
        </Group>
        <Group wrap="nowrap" gap={0} ml="auto">
          <ActionIcon aria-label="Zoom out" disabled={zoom <= 1} onClick={() => zoomBy(-1)}>
            <ZoomOut size={22} aria-hidden />
          </ActionIcon>
          <ActionIcon
            aria-label="Zoom in"
            disabled={zoom >= Math.max(...ZOOMS)}
            onClick={() => zoomBy(1)}
          >
            <ZoomIn size={22} aria-hidden />
          </ActionIcon>
          {props.find}
        </Group>
      </div>
      {pdf === null ? (
        <p role="status" className={classes.opening}>
          Opening…
        </p>
      ) : (
        <PdfPages
          pdf={pdf}
          number={page}
          zoom={wanted}
          passages={page === target.page ? marked : NOTHING}
          onTurn={turn}
          onZoom={zoomBy}
          onDrawn={setDrawn}
          onFailure={onFailure}
        />
      )}
    </>
  );
}

const NOTHING: readonly string[] = [];

/** The opened file; null until it is open. */
function usePdf(fileId: string, onFailure: () => void): OpenPdf | null {
  const { personId } = useMirror();
  const [pdf, setPdf] = useState<OpenPdf | null>(null);
  useEffect(() => {
    let opened: OpenPdf | null = null;
    let left = false;
    openPdf(personId, fileId).then(
      (opening) => {
        opened = opening;
        if (left) opening.close();
        else setPdf(opening);
      },
      () => left || onFailure(),
    );
    return () => {
      left = true;
      opened?.close();
      setPdf(null);
    };
  }, [personId, fileId, onFailure]);
  return pdf;
}

/** Shows the page number, and lets a person type another one. */
function PageField(props: {
  page: number;
  /** Null until the number of pages is known. */
  last: number | null;
  onGo: (page: number) => void;
}) {
  const { page, last, onGo } = props;
  // The typed number is shown until it is used or the page changes.
  const [typed, setTyped] = useState<{ page: number; text: string } | null>(null);
  const text = typed?.page === page ? typed.text : String(page);

  function go(event?: FormEvent): void {
    event?.preventDefault();
    setTyped(null);
    const wanted = Number.parseInt(text, 10);
    if (last !== null && wanted !== page && wanted >= 1) onGo(Math.min(wanted, last));
  }

  return (
    <form className={classes.form} onSubmit={go}>
      <input
        aria-label="Page"
        inputMode="numeric"
        className={classes.field}
        value={text}
        disabled={last === null}
        onChange={(event) => setTyped({ page, text: event.currentTarget.value })}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => go()}
      />
      <span className={classes.last}>of {last ?? "…"}</span>
    </form>
  );
}

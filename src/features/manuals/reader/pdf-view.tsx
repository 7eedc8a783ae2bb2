import { ActionIcon } from "@mantine/core";
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from "lucide-react";
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import { type OpenPdf, openPdf } from "./open-pdf.ts";
import { PdfPages } from "./pdf-pages.tsx";
import classes from "./reader.module.css";

/** The possible zoom factors; 1 is the width of the screen. */
const ZOOMS = [1, 1.25, 1.5, 2, 3] as const;

/** A downloaded PDF, page by page. */
export function PdfView(props: {
  fileId: string;
  /** The page to show; a new object shows that page again. */
  target: { page: number | null };
  marked: readonly string[];
  find: ReactNode;
  /** Must not change between renders. */
  onFailure: () => void;
}) {
  const { fileId, target, marked, onFailure } = props;
  const pdf = usePdf(fileId, onFailure);
  const [place, setPlace] = useState({ target, page: target.page ?? 1 });
  if (place.target !== target) setPlace({ target, page: target.page ?? 1 });
  const [step, setStep] = useState(0);
  const last = pdf?.document.numPages ?? null;
  const page = Math.min(place.page, last ?? place.page);
  const go = useCallback((to: number) => setPlace((before) => ({ ...before, page: to })), []);
  const zoom = ZOOMS[step] ?? 1;

  function turn(by: 1 | -1): void {
    if (last !== null && page + by >= 1 && page + by <= last) go(page + by);
  }

  const zoomBy = (by: 1 | -1) =>
    setStep((before) => Math.min(ZOOMS.length - 1, Math.max(0, before + by)));

  return (
    <>
      <div role="toolbar" aria-label="Pages" className={classes.bar}>
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
        <span className={classes.gap} />
        <ActionIcon aria-label="Zoom out" disabled={step === 0} onClick={() => zoomBy(-1)}>
          <ZoomOut size={22} aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label="Zoom in"
          disabled={step === ZOOMS.length - 1}
          onClick={() => zoomBy(1)}
        >
          <ZoomIn size={22} aria-hidden />
        </ActionIcon>
        {props.find}
      </div>
      {pdf === null ? (
        <p role="status" className={classes.opening}>
          Opening…
        </p>
      ) : (
        <PdfPages
          pdf={pdf}
          number={page}
          zoom={zoom}
          passages={page === target.page ? marked : NOTHING}
          onTurn={turn}
          onZoom={zoomBy}
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

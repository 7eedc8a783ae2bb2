import type { KnowledgeChunk } from "@contracts/knowledge.ts";
import { Fragment, useState } from "react";
import type { TextPiece } from "#knowledge/search/mark-terms.ts";
import type { DeviceHit } from "#knowledge/search/searcher.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readSomePassages } from "#mirror/person/knowledge/passages.ts";
import type { Named } from "./document-titles.ts";
import classes from "./excerpt.module.css";
import listClasses from "./manuals.module.css";
import { openPassage, toSource } from "./passage-to-open.ts";

/** The part of a passage that was found, below its heading, with the searched words marked. */
export function Excerpt(props: { heading: string | null; pieces: readonly TextPiece[] }) {
  return (
    <span className={classes.excerpt}>
      {props.heading !== null && <span className={classes.heading}>{props.heading}</span>}
      <span className={classes.text}>
        <MarkedText pieces={props.pieces} />
      </span>
    </span>
  );
}

/** A found passage with the place where it is; a tap opens the reader there. */
export function PassageResult({ hit }: { hit: Named<DeviceHit> }) {
  return (
    <>
      <button
        type="button"
        className={listClasses.result}
        onClick={() => openPassage(toSource(hit))}
      >
        <span className={listClasses.where}>{hit.name}</span>
        <Excerpt heading={hit.part.heading} pieces={hit.pieces} />
      </button>
      <WholeSection passage={hit} />
    </>
  );
}

/** Shows the passage that an excerpt is from, in place, where this device has it. */
export function WholeSection({
  passage,
}: {
  passage: Pick<KnowledgeChunk, "file_id" | "chunk_no">;
}) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={classes.section} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>Show the whole section</summary>
      {opened && <SectionText fileId={passage.file_id} chunkNo={passage.chunk_no} />}
    </details>
  );
}

function SectionText({ fileId, chunkNo }: { fileId: string; chunkNo: number }) {
  const db = useMirror();
  const found = useLive(() => readSomePassages(db, [{ fileId, chunkNo }]), [db, fileId, chunkNo]);
  const body = found === undefined ? "Loading…" : found[0]?.body.replace(/\t+/g, " · ");
  return (
    <p className={classes.text}>{body ?? "The text of this section is not on this device."}</p>
  );
}

/** A text with the searched words marked. */
export function MarkedText({ pieces }: { pieces: readonly TextPiece[] }) {
  let place = 0;
  return pieces.map(({ text, found }) => {
    const key = place;
    place += text.length;
    return found ? (
      <mark key={key} className={classes.mark}>
        {text}
      </mark>
    ) : (
      <Fragment key={key}>{text}</Fragment>
    );
  });
}

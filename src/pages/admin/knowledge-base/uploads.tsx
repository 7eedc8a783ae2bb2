import { KNOWLEDGE_FILE_LIMIT_BYTES } from "@contracts/knowledge.ts";
import { describeSizeLimit } from "@contracts/size-limit.ts";
import { CloseButton, FileButton, Portal } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import type { UploadProgress } from "#commands/knowledge-upload.ts";
import { ActionButton } from "#features/administration/action-button.tsx";
import classes from "./uploads.module.css";
import type { UploadEntry } from "./use-uploads.ts";

/** The endings of file names that are accepted, for file inputs. */
export const FILE_ENDINGS = ".pdf,.doc,.docx,.txt,.md";

/** Accepts files by a button, and those that are dropped anywhere on the page. */
export function FileChooser(props: { disabled: boolean; onChoose: (files: File[]) => void }) {
  const { disabled, onChoose } = props;
  const reset = useRef<() => void>(null);
  const [isOver, setOver] = useState(false);
  function follow(event: DragEvent): void {
    const { dataTransfer: dragged, type } = event;
    if (!dragged?.types.includes("Files")) return;
    // The browser would open the file, and leave the page.
    event.preventDefault();
    if (disabled) dragged.dropEffect = "none";
    setOver(type === "dragover" && !disabled);
    if (type === "drop" && !disabled) onChoose([...dragged.files]);
  }
  useWindowEvent("dragover", follow);
  useWindowEvent("drop", follow);
  // From one element of the page to another, it has a related target.
  useWindowEvent("dragleave", (event) => event.relatedTarget === null && setOver(false));
  return (
    <div className={classes.chooser}>
      <FileButton
        multiple
        accept={FILE_ENDINGS}
        resetRef={reset}
        disabled={disabled}
        inputProps={{ "aria-label": "Files to upload" }}
        onChange={(files) => {
          // The same file can be chosen again.
          reset.current?.();
          if (files.length > 0) onChoose(files);
        }}
      >
        {({ onClick }) => (
          <ActionButton variant="filled" icon={FileUp} disabled={disabled} onClick={onClick}>
            Upload files
          </ActionButton>
        )}
      </FileButton>
      <p className={classes.hint}>
        PDF, DOC, DOCX, TXT or MD, up to {describeSizeLimit(KNOWLEDGE_FILE_LIMIT_BYTES)} each
        <span className={classes.byMouse}>, also dropped anywhere on this page</span>
      </p>
      {isOver && (
        <Portal>
          <p className={classes.overlay}>Drop the files to upload them</p>
        </Portal>
      )}
    </div>
  );
}

/** The stages of an upload: where the progress bar begins, and how much of it they take, in percent. */
const STAGES: Record<UploadProgress["stage"], { name: string; from: number; of: number }> = {
  reading: { name: "Reading…", from: 0, of: 40 },
  uploading: { name: "Uploading…", from: 45, of: 0 },
  indexing: { name: "Indexing…", from: 60, of: 40 },
};

/** Files that are being uploaded, with their progress, and failed files with the reason. */
export function UploadList(props: {
  entries: readonly UploadEntry[];
  onDismiss: (id: string) => void;
}) {
  if (props.entries.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Uploads">
      {props.entries.map(({ id, name, progress, failure }) => (
        <li key={id} className={classes.entry}>
          <span className={classes.name}>{name}</span>
          {failure === null ? (
            <Progress name={name} progress={progress} />
          ) : (
            <>
              <span className={classes.why}>{failure}</span>
              <CloseButton
                size="var(--fa-control)"
                aria-label={`Dismiss ${name}`}
                className={classes.dismiss ?? ""}
                onClick={() => props.onDismiss(id)}
              />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Progress({ name, progress }: Pick<UploadEntry, "name" | "progress">) {
  const stage = STAGES[progress?.stage ?? "reading"];
  return (
    <>
      <span className={classes.hint}>{progress === null ? "Waiting…" : stage.name}</span>
      <progress
        className={classes.bar}
        aria-label={name}
        max={100}
        value={Math.round(stage.from + (progress?.done ?? 0) * stage.of)}
      />
    </>
  );
}

import { KNOWLEDGE_FILE_LIMIT_BYTES } from "@contracts/knowledge.ts";
import { describeSizeLimit } from "@contracts/size-limit.ts";
import { CloseButton } from "@mantine/core";
import { FileUp } from "lucide-react";
import type { UploadProgress } from "#commands/knowledge-upload.ts";
import classes from "./uploads.module.css";
import type { UploadEntry } from "./use-uploads.ts";

/** The endings of file names that are accepted, for file inputs. */
export const FILE_ENDINGS = ".pdf,.doc,.docx,.txt,.md";

/**
 * Accepts files by tap, keyboard or drop. The input covers the whole card, because a browser
 * accepts dropped files on it.
 */
export function FileChooser(props: { disabled: boolean; onChoose: (files: File[]) => void }) {
  return (
    <label className={classes.card} data-disabled={props.disabled || undefined}>
      <FileUp size={32} aria-hidden className={classes.icon} />
      <span className={classes.title}>Choose files or drop them here</span>
      <span className={classes.hint}>
        PDF, DOC, DOCX, TXT or MD, up to {describeSizeLimit(KNOWLEDGE_FILE_LIMIT_BYTES)} each
      </span>
      <input
        type="file"
        multiple
        accept={FILE_ENDINGS}
        disabled={props.disabled}
        className={classes.field}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // Clear the input, so that the same file can be chosen again.
          event.currentTarget.value = "";
          if (files.length > 0) props.onChoose(files);
        }}
      />
    </label>
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
                size={48}
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

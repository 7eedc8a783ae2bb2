import { CloseButton } from "@mantine/core";
import type { UploadProgress } from "#commands/knowledge-upload.ts";
import classes from "./upload-list.module.css";
import type { UploadEntry } from "./use-uploads.ts";

const STAGE_NAMES: Record<UploadProgress["stage"], string> = {
  reading: "Reading…",
  uploading: "Uploading…",
  indexing: "Indexing…",
};

/**
 * Where the progress bar of each stage begins, and how much of the bar the stage takes, in percent.
 */
const SHARES: Record<UploadProgress["stage"], { from: number; of: number }> = {
  reading: { from: 0, of: 40 },
  uploading: { from: 45, of: 0 },
  indexing: { from: 60, of: 40 },
};

/** Files that are being uploaded, with their progress, and failed files with the reason. */
export function UploadList(props: {
  entries: readonly UploadEntry[];
  onDismiss: (id: string) => void;
}) {
  if (props.entries.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Uploads">
      {props.entries.map((entry) => (
        <li key={entry.id} className={classes.entry} data-state={entry.state}>
          <span className={classes.name}>{entry.name}</span>
          {entry.state === "failed" ? (
            <>
              <span className={classes.why}>{entry.message}</span>
              <CloseButton
                size={48}
                aria-label={`Dismiss ${entry.name}`}
                className={classes.dismiss ?? ""}
                onClick={() => props.onDismiss(entry.id)}
              />
            </>
          ) : (
            <>
              <span className={classes.stage}>
                {entry.state === "waiting" ? "Waiting…" : STAGE_NAMES[entry.progress.stage]}
              </span>
              <progress
                className={classes.bar}
                aria-label={entry.name}
                max={100}
                value={percent(entry.progress)}
              />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The total progress of a file, in percent. */
function percent({ stage, done }: UploadProgress): number {
  const { from, of } = SHARES[stage];
  return Math.round(from + done * of);
}

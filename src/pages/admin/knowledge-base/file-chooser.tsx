import { KNOWLEDGE_FILE_LIMIT_BYTES } from "@contracts/knowledge.ts";
import { sizeLimitWords } from "@contracts/size-limit.ts";
import { FileUp } from "lucide-react";
import classes from "./file-chooser.module.css";

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
        PDF, DOC, DOCX, TXT or MD, up to {sizeLimitWords(KNOWLEDGE_FILE_LIMIT_BYTES)} each
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

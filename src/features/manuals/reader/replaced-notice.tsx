import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { Button } from "@mantine/core";
import { History } from "lucide-react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readReplacement } from "#mirror/person/knowledge/versions.ts";
import { formatDay } from "#ui/format.ts";
import { openManual } from "../passage-to-open.ts";
import classes from "./replaced-notice.module.css";

/** Shows that a newer version took a document's place, and opens the one that answers now. */
export function ReplacedNotice({ file }: { file: KnowledgeFile }) {
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

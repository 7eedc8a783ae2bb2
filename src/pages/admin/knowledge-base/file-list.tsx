import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { KnowledgeCommand } from "#commands/knowledge-upload.ts";
import { RowList } from "#ui/row-list.tsx";
import { AccessDialog } from "./access-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { FileRow, type FileRowActions } from "./file-row.tsx";
import { FileSearch } from "./file-search.tsx";
import { useFileActions } from "./use-file-actions.ts";
import { useFoundFiles } from "./use-found-files.ts";

/** The height of a typical row with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 220;

/** The files of a company, with the actions for an administrator. */
export function FileList(props: {
  files: readonly KnowledgeFile[];
  command: KnowledgeCommand | null;
  readOnly: boolean;
}) {
  const { files, command } = props;
  const list = useRef<HTMLUListElement>(null);
  const { found, search } = useFoundFiles(files);
  const { doing, actions } = useFileActions(command);
  const [asked, setAsked] = useState<{ about: "delete" | "access"; file: KnowledgeFile } | null>(
    null,
  );
  // Keep the same object between renders: otherwise every row would render again.
  const rowActions = useMemo(
    (): FileRowActions => ({
      download: actions.download,
      indexAgain: actions.indexAgain,
      editAccess: (file) => setAsked({ about: "access", file }),
      remove: (file) => setAsked({ about: "delete", file }),
    }),
    [actions],
  );

  return (
    <>
      {search !== null && <FileSearch {...search} found={found.length} all={files.length} />}
      {found.length > 0 && (
        <RowList
          rows={found}
          label="Documents"
          list={list}
          usualHeight={USUAL_HEIGHT}
          row={(file) => (
            <FileRow
              file={file}
              doing={doing[file.id] ?? null}
              readOnly={props.readOnly || command === null}
              actions={rowActions}
            />
          )}
        />
      )}
      {asked?.about === "delete" && (
        <DeleteDialog
          file={asked.file}
          onCancel={() => setAsked(null)}
          onDelete={() => {
            // The dialog would return the focus to a button in the deleted row: focus the list
            // instead.
            flushSync(() => setAsked(null));
            list.current?.focus({ preventScroll: true });
            actions.remove(asked.file);
          }}
        />
      )}
      {asked?.about === "access" && (
        <AccessDialog
          file={asked.file}
          onCancel={() => setAsked(null)}
          onSave={(agents) => {
            setAsked(null);
            actions.setAccess(asked.file, agents);
          }}
        />
      )}
    </>
  );
}

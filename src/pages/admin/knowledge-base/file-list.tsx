import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { KnowledgeCommand } from "#commands/knowledge-upload.ts";
import { RowList } from "#ui/row-list.tsx";
import { AccessDialog } from "./access-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { type AfterDeletion, DeleteVersionDialog } from "./delete-version-dialog.tsx";
import { documentsOf, type KnowledgeDocument, versionCount } from "./documents.ts";
import { FileRow, type FileRowActions } from "./file-row.tsx";
import { FileSearch } from "./file-search.tsx";
import { type Doing, type FileActions, useFileActions } from "./use-file-actions.ts";
import { useFoundFiles } from "./use-found-files.ts";

/** The height of a typical row with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 220;

/** The documents of a company, with the actions for an administrator. */
export function FileList(props: {
  files: readonly KnowledgeFile[];
  /** The names of people, by their ids. */
  names: ReadonlyMap<string, string>;
  command: KnowledgeCommand | null;
  readOnly: boolean;
}) {
  const { files, command } = props;
  const list = useRef<HTMLUListElement>(null);
  const documents = useMemo(() => documentsOf(files), [files]);
  const { found, search } = useFoundFiles(documents);
  const { doing, cancellable, actions } = useFileActions(command);
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
      replace: actions.replace,
      cancel: actions.cancel,
      restore: actions.restore,
    }),
    [actions],
  );

  return (
    <>
      {search !== null && <FileSearch {...search} found={found.length} all={documents.length} />}
      {found.length > 0 && (
        <RowList
          rows={found}
          label="Documents"
          list={list}
          usualHeight={USUAL_HEIGHT}
          row={(each) => (
            <FileRow
              document={each}
              doing={doingOf(each, doing)}
              cancellable={cancellable.has(each.current.id)}
              names={props.names}
              readOnly={props.readOnly || command === null}
              actions={rowActions}
            />
          )}
        />
      )}
      {asked?.about === "delete" && (
        <Deletion
          file={asked.file}
          documents={documents}
          onCancel={() => setAsked(null)}
          onDelete={(remove) => {
            // The dialog would return the focus to a button in the deleted row: focus the list
            // instead.
            flushSync(() => setAsked(null));
            list.current?.focus({ preventScroll: true });
            remove(actions);
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

/** The running action on any version of a document, as text; null if there is none. */
function doingOf({ current, earlier, incoming }: KnowledgeDocument, doing: Doing): string | null {
  const versions = [current, ...(incoming === null ? [] : [incoming]), ...earlier];
  return versions.map(({ id }) => doing[id]).find((words) => words !== undefined) ?? null;
}

/** Asks before a version is deleted; of the newest of several, also what becomes of the others. */
function Deletion(props: {
  file: KnowledgeFile;
  documents: readonly KnowledgeDocument[];
  onCancel: () => void;
  onDelete: (remove: (actions: FileActions) => void) => void;
}) {
  const { file, documents, onCancel, onDelete } = props;
  const document = documents.find(({ current }) => current.id === file.id);
  const previous = document?.earlier[0];
  if (document === undefined || previous === undefined || document.incoming !== null) {
    return (
      <DeleteDialog
        file={file}
        onCancel={onCancel}
        onDelete={() => onDelete((actions) => actions.remove(file))}
      />
    );
  }
  const remove = (after: AfterDeletion) => (actions: FileActions) => {
    if (after === "delete-all") actions.removeAll([...document.earlier].reverse(), file);
    else actions.removeNewest(file, { previous, restores: after === "restore" });
  };
  return (
    <DeleteVersionDialog
      file={file}
      previous={previous}
      count={versionCount(document)}
      onCancel={onCancel}
      onDelete={(after) => onDelete(remove(after))}
    />
  );
}

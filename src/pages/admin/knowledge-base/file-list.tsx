import {
  type FileAgent,
  isComplete,
  isSuperseded,
  type KnowledgeFile,
} from "@contracts/knowledge.ts";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useSearchParams } from "react-router-dom";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { AdminDialog } from "#features/administration/admin-dialog.tsx";
import { RowList } from "#ui/row-list.tsx";
import { type SortColumns, sortIn, sortRows } from "#ui/sort.ts";
import { SortField } from "#ui/sort-field.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { type AfterDeletion, DeleteVersionDialog } from "./delete-version-dialog.tsx";
import { groupDocuments, type KnowledgeDocument, versionCount } from "./documents.ts";
import { FileAgents } from "./file-agents.tsx";
import { FileRow, type FileRowActions } from "./file-row.tsx";
import { FileSearch } from "./file-search.tsx";
import { ReplaceDialog } from "./replace-dialog.tsx";
import { type Doing, type FileActions, useFileActions } from "./use-file-actions.ts";
import { useFoundFiles } from "./use-found-files.ts";

/** The height of a typical row with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 220;

const ORDERS = {
  name: { title: "Name", value: ({ current }) => current.file_name },
  state: { title: "State", value: stateWord },
  versions: { title: "Versions", value: versionCount, largestFirst: true },
  size: { title: "Size", value: ({ current }) => current.size_bytes, largestFirst: true },
} as const satisfies SortColumns<KnowledgeDocument>;

/** In short whether a document answers questions, for the order: its row says why it does not. */
function stateWord({ current, incoming }: KnowledgeDocument): string {
  if (current.deleting_at !== null) return "Not deleted";
  if (isSuperseded(current)) return "Replaced";
  if (!isComplete(current)) return "Not searchable";
  return incoming === null ? "Searchable" : "New version waits";
}

/** What a dialog is open about. */
type Asked =
  | { about: "delete"; file: KnowledgeFile }
  | { about: "access"; document: KnowledgeDocument };

/** The documents of a company, with the actions for an administrator. */
export function FileList(props: {
  files: readonly KnowledgeFile[];
  /** The names of people, by their ids. */
  names: ReadonlyMap<string, string>;
  command: AdministrationCommand | null;
  readOnly: boolean;
}) {
  const { files, command } = props;
  const list = useRef<HTMLElement>(null);
  const order = sortIn(useSearchParams());
  const documents = useMemo(() => groupDocuments(files), [files]);
  const { found, search } = useFoundFiles(documents);
  const { doing, cancellable, questions, actions } = useFileActions(command);
  const [question] = questions;
  const [asked, setAsked] = useState<Asked | null>(null);
  // Keep the same object between renders: otherwise every row would render again.
  const rowActions = useMemo(
    (): FileRowActions => ({
      download: actions.download,
      indexAgain: actions.indexAgain,
      editAccess: (document) => setAsked({ about: "access", document }),
      remove: (file) => setAsked({ about: "delete", file }),
      replace: actions.replace,
      cancel: actions.cancel,
      restore: actions.restore,
    }),
    [actions],
  );

  function leaveDialog(): void {
    // The dialog would return the focus to a button that goes: focus the list instead.
    flushSync(() => setAsked(null));
    list.current?.focus({ preventScroll: true });
  }

  const row = (each: KnowledgeDocument) => (
    <FileRow
      document={each}
      doing={runningAction(each, doing)}
      cancellable={cancellable.has(each.current.id)}
      names={props.names}
      readOnly={props.readOnly || command === null}
      actions={rowActions}
    />
  );
  return (
    <>
      {search !== null && <FileSearch {...search} found={found.length} all={documents.length} />}
      {found.length > 0 && (
        <>
          <SortField {...order} columns={ORDERS} usual="Newest first" />
          <RowList
            rows={sortRows(found, ORDERS, order.sort)}
            label="Documents"
            list={list}
            usualHeight={USUAL_HEIGHT}
            row={row}
            dense
          />
        </>
      )}
      {asked?.about === "delete" && (
        <Deletion
          file={asked.file}
          documents={documents}
          onCancel={() => setAsked(null)}
          onDelete={(remove) => {
            leaveDialog();
            remove(actions);
          }}
        />
      )}
      {asked?.about === "access" && (
        <AccessDialog
          file={asked.document.current}
          onCancel={() => setAsked(null)}
          onSave={(agents) => {
            setAsked(null);
            actions.setAccess(asked.document, agents);
          }}
        />
      )}
      {question !== undefined && (
        <ReplaceDialog key={`${question.name} ${question.report === null}`} {...question} />
      )}
    </>
  );
}

/** The running action on any version of a document, as text; null if there is none. */
function runningAction(
  { current, earlier, incoming }: KnowledgeDocument,
  doing: Doing,
): string | null {
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

/** Changes which agents may use a file. */
function AccessDialog(props: {
  file: KnowledgeFile;
  onCancel: () => void;
  onSave: (agents: FileAgent[]) => void;
}) {
  const [agents, setAgents] = useState<FileAgent[]>(props.file.allowed_agents);
  return (
    <AdminDialog
      company={{ id: props.file.company_id }}
      onClose={props.onCancel}
      title="Edit access"
    >
      <Stack>
        <Text>{props.file.file_name}</Text>
        <FileAgents label="Agents that may use it" chosen={agents} onChange={setAgents} />
        <Text c="dimmed" size="sm">
          The Ask Agent answers from every document of the company.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onCancel}>
            Cancel
          </Button>
          <Button disabled={agents.length === 0} onClick={() => props.onSave(agents)}>
            Save
          </Button>
        </Group>
      </Stack>
    </AdminDialog>
  );
}

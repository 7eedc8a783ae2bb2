import {
  type FileAgent,
  isComplete,
  isSuperseded,
  type KnowledgeFile,
} from "@contracts/knowledge.ts";
import { Stack, Text } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { AdminDialog, SubmitRow } from "#features/administration/admin-dialog.tsx";
import { useReadOnly } from "#features/administration/use-command.ts";
import { SortedRows } from "#features/lists/sorted-rows.tsx";
import type { SortColumns } from "#ui/sort.ts";
import { DeleteDocumentDialog } from "./delete-document-dialog.tsx";
import { allVersions, groupDocuments, type KnowledgeDocument, versionCount } from "./documents.ts";
import { FileAgents } from "./file-agents.tsx";
import { FileRow, type FileRowActions } from "./file-row.tsx";
import { useFileSearch } from "./file-search.tsx";
import { ReplaceDialog } from "./replace-dialog.tsx";
import { useFileActions } from "./use-file-actions.ts";

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

/** The documents of a company, with the actions for an administrator. */
export function FileList(props: {
  files: readonly KnowledgeFile[];
  /** The names of people, by their ids. */
  names: ReadonlyMap<string, string>;
}) {
  const { files, names } = props;
  const readOnly = useReadOnly();
  const list = useRef<HTMLElement>(null);
  const documents = useMemo(() => groupDocuments(files), [files]);
  const { found, field } = useFileSearch(documents);
  const { doing, questions, actions } = useFileActions();
  const [question] = questions;
  const [deleted, setDeleted] = useState<KnowledgeFile | null>(null);
  const [edited, setEdited] = useState<KnowledgeDocument | null>(null);
  // Keep the same object between renders: otherwise every row would render again.
  const rowActions = useMemo(
    (): FileRowActions => ({ ...actions, editAccess: setEdited, remove: setDeleted }),
    [actions],
  );
  return (
    <>
      {field}
      <SortedRows
        rows={found}
        columns={ORDERS}
        usual="Newest first"
        label="Documents"
        list={list}
        usualHeight={220}
        row={(document) => (
          <FileRow
            document={document}
            doing={
              allVersions(document)
                .map(({ id }) => doing[id]?.words)
                .find((words) => words !== undefined) ?? null
            }
            cancel={doing[document.current.id]?.cancel}
            names={names}
            readOnly={readOnly}
            actions={rowActions}
          />
        )}
      />
      {deleted !== null && (
        <DeleteDocumentDialog
          file={deleted}
          documents={documents}
          onCancel={() => setDeleted(null)}
          onDelete={(remove) => {
            // The dialog would return the focus to a button that goes: focus the list instead.
            flushSync(() => setDeleted(null));
            list.current?.focus({ preventScroll: true });
            remove(actions);
          }}
        />
      )}
      {edited !== null && (
        <AccessDialog
          file={edited.current}
          onCancel={() => setEdited(null)}
          onSave={(agents) => {
            setEdited(null);
            actions.setAccess(edited, agents);
          }}
        />
      )}
      {question !== undefined && (
        <ReplaceDialog key={`${question.name} ${question.report === null}`} {...question} />
      )}
    </>
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
        <SubmitRow
          label="Save"
          disabled={agents.length === 0}
          onCancel={props.onCancel}
          onSubmit={() => props.onSave(agents)}
        />
      </Stack>
    </AdminDialog>
  );
}

import {
  type FileAgent,
  isComplete,
  isSuperseded,
  type KnowledgeFile,
} from "@contracts/knowledge.ts";
import { Stack, Text, TextInput } from "@mantine/core";
import { Search } from "lucide-react";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import {
  AdminConfirmDialog,
  AdminDialog,
  SubmitRow,
} from "#features/administration/admin-dialog.tsx";
import shared from "#features/administration/administration.module.css";
import { useSearchInAddress } from "#features/administration/list-in-address.ts";
import { useReadOnly } from "#features/administration/use-command.ts";
import { SortedRows } from "#features/lists/sorted-rows.tsx";
import type { SortColumns } from "#ui/sort.ts";
import { GoldenResults } from "../golden-check/golden-results.tsx";
import { DeleteDocumentDialog } from "./delete-document-dialog.tsx";
import { allVersions, type KnowledgeDocument, versionCount } from "./documents.ts";
import { FileAgents } from "./file-agents.tsx";
import { FileRow, type FileRowActions } from "./file-row.tsx";
import classes from "./knowledge-base-panel.module.css";
import { type ReplaceQuestion, useFileActions } from "./use-file-actions.ts";

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
  documents: readonly KnowledgeDocument[];
  /** The names of people, by their ids. */
  names: ReadonlyMap<string, string>;
}) {
  const { documents, names } = props;
  const readOnly = useReadOnly();
  const list = useRef<HTMLElement>(null);
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
          actions={actions}
          onCancel={() => setDeleted(null)}
          focus={() => list.current}
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

/**
 * Asks whether to replace a document by a file that may be another document, or with which golden
 * questions get worse.
 */
function ReplaceDialog({ previous, name, report, decide }: ReplaceQuestion) {
  const isUnlike = report === null;
  return (
    <AdminConfirmDialog
      company={{ id: previous.company_id }}
      title="Replace document?"
      confirm={isUnlike ? "Replace" : "Replace anyway"}
      onCancel={() => decide("cancel")}
      onConfirm={() => decide("replace")}
      {...(isUnlike
        ? { other: { label: "Keep both", onChoose: () => decide("keep-both") } }
        : { size: "lg" as const })}
    >
      {isUnlike ? (
        <>
          <Text>
            “{name}” has little in common with “{previous.file_name}”. Replace it, or keep both?
          </Text>
          <Text mt="sm">
            Once it is replaced, no new answer comes from “{previous.file_name}”. If both are kept,
            “{name}” is added for the same agents.
          </Text>
        </>
      ) : (
        <>
          <Text>
            “{name}” is to take the place of “{previous.file_name}”. The golden questions were
            searched for in both.
          </Text>
          <GoldenResults check={{ report, isDone: true }} />
        </>
      )}
    </AdminConfirmDialog>
  );
}

/** So few documents need no search field. */
const A_HANDFUL = 5;

/** @returns the documents that are searched for, and the search field with their number if it is needed */
function useFileSearch(documents: readonly KnowledgeDocument[]) {
  const [typed, searchField] = useSearchInAddress();
  // The field shows a typed letter at once; the list follows when the browser has time.
  const wanted = useDeferredValue(typed);
  const found = useMemo(() => findFiles(documents, wanted), [documents, wanted]);
  const isNone = found.length === 0;
  // A field that contains text stays, even if only a few documents are left.
  const field = (documents.length > A_HANDFUL || typed !== "" || wanted !== "") && (
    <div className={classes.search}>
      <TextInput
        {...searchField}
        aria-label="Search documents by name"
        placeholder="Search by name"
        leftSection={<Search size={20} aria-hidden />}
      />
      <p className={isNone ? shared.empty : classes.count} role="status">
        {isNone ? "No documents match" : formatCount(found.length, documents.length)}
      </p>
    </div>
  );
  return { found, field };
}

function formatCount(found: number, all: number): string {
  const documents = all === 1 ? "1 document" : `${all} documents`;
  return found === all ? documents : `${found} of ${documents}`;
}

/**
 * The documents of which a version's name contains the typed text. Case, and the encoding of
 * accents, do not matter.
 */
export function findFiles(
  documents: readonly KnowledgeDocument[],
  typed: string,
): readonly KnowledgeDocument[] {
  const wanted = plain(typed.trim());
  return documents.filter(({ current, earlier }) =>
    [current, ...earlier].some((file) => plain(file.file_name).includes(wanted)),
  );
}

/** NFC, because some systems encode an accent in a file name as a character of its own. */
function plain(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

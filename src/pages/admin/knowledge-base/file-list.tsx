import {
  type FileAgent,
  isComplete,
  isSuperseded,
  type KnowledgeFile,
} from "@contracts/knowledge.ts";
import { Stack, Text, TextInput } from "@mantine/core";
import { Search } from "lucide-react";
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from "react";
import type { DocumentComparison } from "#commands/replace-document.ts";
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
import { DocumentPanes } from "./document-panes.tsx";
import { allVersions, type KnowledgeDocument, versionCount } from "./documents.ts";
import { FileAgents } from "./file-agents.tsx";
import { FileRow, type FileRowActions } from "./file-row.tsx";
import classes from "./knowledge-base-panel.module.css";
import { type ReplaceQuestion, useFileActions } from "./use-file-actions.ts";

const ORDERS = {
  name: { title: "Name", value: ({ current }) => current.file_name },
  state: { title: "State", value: (document) => describeTrouble(document) ?? "Searchable" },
  versions: { title: "Versions", value: versionCount, largestFirst: true },
  size: { title: "Size", value: ({ current }) => current.size_bytes, largestFirst: true },
} as const satisfies SortColumns<KnowledgeDocument>;

/** In short what keeps a document or its newest version from answering questions; null for nothing. */
function describeTrouble({ current, incoming }: KnowledgeDocument): string | null {
  if (current.deleting_at !== null) return "Not deleted";
  if (isSuperseded(current)) return "Replaced";
  if (!isComplete(current)) return "Not searchable";
  return incoming === null ? null : "New version waits";
}

/** The documents of a company, with the actions for an administrator. */
export function FileList(props: {
  documents: readonly KnowledgeDocument[];
  /** The names of people, by their ids. */
  names: ReadonlyMap<string, string>;
  /** Shown above the details; nothing where the screen has no room for details beside the list. */
  aside: ReactNode;
}) {
  const { documents, names, aside } = props;
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
  const describeDoing = (document: KnowledgeDocument) =>
    allVersions(document)
      .map(({ id }) => doing[id]?.words)
      .find((words) => words !== undefined) ?? null;
  const row = (document: KnowledgeDocument) => (
    <FileRow
      key={document.id}
      document={document}
      doing={describeDoing(document)}
      cancel={doing[document.current.id]?.cancel}
      names={names}
      readOnly={readOnly}
      actions={rowActions}
    />
  );
  const rows = {
    ...{ rows: found, columns: ORDERS, usual: "Newest first", label: "Documents", list },
    head: (order: ReactNode) => (
      <div className={classes.find}>
        {field}
        {found.length > 0 && order}
      </div>
    ),
  };
  return (
    <>
      {aside ? (
        <DocumentPanes
          {...rows}
          aside={aside}
          describeTrouble={(document) =>
            describeDoing(document) === null ? describeTrouble(document) : "In progress"
          }
          details={row}
        />
      ) : (
        <SortedRows {...rows} usualHeight={220} row={row} />
      )}
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
        <ReplaceDialog key={`${question.name} ${question.concern.kind}`} {...question} />
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
function ReplaceDialog({ previous, name, concern, decide }: ReplaceQuestion) {
  const isUnlike = concern.kind === "unlike";
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
          <Text>{describeComparison(concern.comparison)}. Replace?</Text>
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
          <GoldenResults check={{ report: concern.report, isDone: true }} />
        </>
      )}
    </AdminConfirmDialog>
  );
}

/** "HP-240 → B-12: other model, 4 % of the text in common" */
function describeComparison({ from, to, isOtherModel, inCommon }: DocumentComparison): string {
  const findings = [
    ...(isOtherModel ? ["other model"] : []),
    ...(inCommon === null ? [] : [`${Math.round(inCommon * 100)} % of the text in common`]),
  ];
  return `${from} → ${to}: ${findings.join(", ")}`;
}

/** @returns the documents that are searched for, and the search field with their number */
function useFileSearch(documents: readonly KnowledgeDocument[]) {
  const [typed, searchField] = useSearchInAddress();
  // The field shows a typed letter at once; the list follows when the browser has time.
  const wanted = useDeferredValue(typed);
  const found = useMemo(() => findFiles(documents, wanted), [documents, wanted]);
  const isNone = found.length === 0;
  const field = (
    <>
      <TextInput
        {...searchField}
        aria-label="Search documents by name"
        placeholder="Search by name"
        leftSection={<Search size={20} aria-hidden />}
      />
      <p className={isNone ? `${shared.empty} ${classes.none}` : classes.count} role="status">
        {isNone ? "No documents match" : formatCount(found.length, documents.length)}
      </p>
    </>
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

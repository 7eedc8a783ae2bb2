import type { FileAgent } from "@contracts/knowledge.ts";
import { useMemo, useState } from "react";
import { ChangedCompany } from "#features/administration/admin-dialog.tsx";
import shared from "#features/administration/administration.module.css";
import { ReadOnlyNotice } from "#features/administration/notices.tsx";
import { useCommand, useReadOnlyReason } from "#features/administration/use-command.ts";
import {
  ListPlaceholder,
  type ListTexts,
  RefreshNotice,
} from "#features/lists/list-placeholder.tsx";
import { useList } from "#features/lists/use-list.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import {
  KNOWLEDGE_FILES_SCOPE,
  readKnowledgeFiles,
} from "#mirror/person/knowledge/knowledge-files.ts";
import { PEOPLE } from "#mirror/person/lists/people.ts";
import { readList } from "#mirror/person/lists/server-list.ts";
import { pullKnowledgeFiles } from "#sync/pull/knowledge.ts";
import { pullPeople } from "#sync/pull/pull-administration.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { formatBriefMoment } from "#ui/format.ts";
import { showError } from "#ui/toast.ts";
import { ChosenBefore, FILE_AGENTS, FileAgents } from "./file-agents.tsx";
import { FileList } from "./file-list.tsx";
import classes from "./knowledge-base-panel.module.css";
import { FileChooser, UploadList } from "./uploads.tsx";
import { useUploads } from "./use-uploads.ts";

const AT_FIRST: FileAgent[] = FILE_AGENTS.map(({ agent }) => agent);
const AFTER_UPLOAD: FileAgent[] = ["voice_agent", "snap_agent"];

const TEXTS: ListTexts = {
  empty: "No documents yet",
  loading: "Loading documents...",
  failed: "The documents could not be loaded.",
  absent: "The documents are not on this device. They come when you are back online.",
};

/** The documents from which a company's agents answer. */
export function KnowledgeBasePanel({ companyId }: { companyId: string | null }) {
  const command = useCommand();
  const readOnly = useReadOnlyReason() !== null;
  const [agents, setAgents] = useState<FileAgent[]>(AT_FIRST);
  /** What was chosen for the last upload, as long as the choice that followed it stays. */
  const [last, setLast] = useState<FileAgent[] | null>(null);
  const { entries, upload, dismiss } = useUploads(companyId);
  const { rows: files = [], state } = useList(
    KNOWLEDGE_FILES_SCOPE,
    async (db) => (companyId === null ? [] : readKnowledgeFiles(db, companyId)),
    [companyId],
  );
  useRefresh(pullKnowledgeFiles, (message) => showError("Error loading files", message));
  const names = useNames(companyId);

  async function uploadTo(sentTo: FileAgent[], chosen: readonly File[]): Promise<void> {
    if (!(await upload(chosen, sentTo))) return;
    // A choice made meanwhile is for the next files: keep it.
    setAgents((now) => (now === sentTo ? AFTER_UPLOAD : now));
    setLast(sentTo);
  }

  function choose(chosen: FileAgent[]): void {
    setAgents(chosen);
    setLast(null);
  }

  if (companyId === null) {
    return <p className={shared.empty}>You need to be assigned to a company to upload documents</p>;
  }
  return (
    <div className={classes.panel}>
      <section className={shared.panel} aria-labelledby="add-documents">
        <h2 id="add-documents" className={shared.title}>
          Add documents
        </h2>
        <ChangedCompany companyId={companyId} />
        <FileAgents
          label="Agents that may use them"
          chosen={agents}
          disabled={readOnly}
          onChange={choose}
        />
        {last !== null && agents === AFTER_UPLOAD && (
          <ChosenBefore before={last} now={agents} onAgain={choose} />
        )}
        <FileChooser
          disabled={readOnly || command === null}
          onChoose={(chosen) => void uploadTo(agents, chosen)}
        />
        <ReadOnlyNotice />
        <UploadList entries={entries} onDismiss={dismiss} />
      </section>
      <section className={classes.documents} aria-labelledby="documents">
        <h2 id="documents" className={shared.title}>
          Documents
        </h2>
        {readOnly && typeof state.refreshed === "number" && (
          <p className={shared.about}>As of {formatBriefMoment(state.refreshed, Date.now())}</p>
        )}
        <RefreshNotice state={state} />
        {files.length > 0 ? (
          <FileList files={files} names={names} />
        ) : (
          <ListPlaceholder state={state} words={TEXTS} rowHeight={150} />
        )}
      </section>
    </div>
  );
}

/** The names of a company's people, by their ids, for who uploaded a version. */
function useNames(companyId: string | null): ReadonlyMap<string, string> {
  const db = useMirror();
  useRefresh(useMemo(() => (companyId === null ? null : pullPeople(companyId)), [companyId]));
  const people = useLive(
    () => (companyId === null ? Promise.resolve([]) : readList(db, PEOPLE, companyId)),
    [db, companyId],
  );
  return useMemo(
    () =>
      new Map(
        people?.map(({ id, full_name, email }) => [id, full_name ?? email ?? "an unnamed user"]),
      ),
    [people],
  );
}

import type { FileAgent } from "@contracts/knowledge.ts";
import { useMediaQuery } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { ChangedCompany } from "#features/administration/admin-dialog.tsx";
import shared from "#features/administration/administration.module.css";
import { AsOf, ReadOnlyNotice } from "#features/administration/notices.tsx";
import { useCommand, useReadOnlyReason } from "#features/administration/use-command.ts";
import { ListPlaceholder, listTexts, RefreshNotice } from "#features/lists/list-placeholder.tsx";
import { usePeople } from "../users/use-people.ts";
import { Panes } from "./document-panes.tsx";
import { useDocuments } from "./documents.ts";
import { ChosenBefore, FILE_AGENTS, FileAgents } from "./file-agents.tsx";
import { FileList } from "./file-list.tsx";
import classes from "./knowledge-base-panel.module.css";
import { FileChooser, UploadList } from "./uploads.tsx";
import { useUploads } from "./use-uploads.ts";

const AT_FIRST: FileAgent[] = FILE_AGENTS.map(({ agent }) => agent);
const AFTER_UPLOAD: FileAgent[] = ["voice_agent", "snap_agent"];

/** The room for the list and the details beside each other: 1100 px with text of the usual size. */
const WIDE = "(min-width: 68.75em)";

const TEXTS = listTexts("No documents yet", "documents");

/** The documents from which a company's agents answer. */
export function KnowledgeBasePanel({ companyId }: { companyId: string | null }) {
  return companyId === null ? (
    <p className={shared.empty}>You need to be assigned to a company to upload documents</p>
  ) : (
    <KnowledgeBase companyId={companyId} />
  );
}

function KnowledgeBase({ companyId }: { companyId: string }) {
  const command = useCommand();
  const readOnly = useReadOnlyReason() !== null;
  const [agents, setAgents] = useState<FileAgent[]>(AT_FIRST);
  /** What was chosen for the last upload, as long as the choice that followed it stays. */
  const [last, setLast] = useState<FileAgent[] | null>(null);
  const { entries, upload, dismiss } = useUploads(companyId);
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const { documents, state } = useDocuments(companyId, "Error loading files");
  const { rows: people } = usePeople(companyId, null);
  const names = useMemo(
    () =>
      new Map(
        people?.map(({ id, full_name, email }) => [id, full_name ?? email ?? "an unnamed user"]),
      ),
    [people],
  );

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

  const adding = (
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
  );
  const none = <ListPlaceholder state={state} words={TEXTS} rowHeight={150} />;
  return (
    <div className={classes.panel}>
      {!isWide && adding}
      <section className={`${shared.panel} ${classes.documents}`} aria-labelledby="documents">
        <h2 id="documents" className={`${shared.title} ${classes.title}`}>
          Documents
        </h2>
        <AsOf refreshed={state.refreshed} />
        <RefreshNotice state={state} />
        {documents.length > 0 ? (
          <FileList documents={documents} names={names} aside={isWide && adding} />
        ) : isWide ? (
          <Panes side={adding}>{none}</Panes>
        ) : (
          none
        )}
      </section>
    </div>
  );
}

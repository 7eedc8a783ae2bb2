import { isComplete, isSuperseded, type KnowledgeFile } from "@contracts/knowledge.ts";
import { Button, FileButton, Group } from "@mantine/core";
import { ArchiveRestore, Download, FilePlus2, RotateCw, Trash2, UsersRound } from "lucide-react";
import { memo } from "react";
import { UnreadParts } from "#features/manuals/unread-parts.tsx";
import { formatByteSize, formatMoment } from "#ui/format.ts";
import rows from "#ui/row.module.css";
import type { KnowledgeDocument } from "./documents.ts";
import { FILE_AGENTS } from "./file-agents.tsx";
import { FILE_ENDINGS } from "./file-chooser.tsx";
import classes from "./file-row.module.css";
import { VersionList } from "./version-list.tsx";

export interface FileRowActions {
  download: (file: KnowledgeFile) => void;
  editAccess: (document: KnowledgeDocument) => void;
  remove: (file: KnowledgeFile) => void;
  indexAgain: (file: KnowledgeFile) => void;
  /** Uploads a file as the next version of a document. */
  replace: (file: KnowledgeFile, chosen: File) => void;
  /** Cancels that upload. */
  cancel: (file: KnowledgeFile) => void;
  /** Has a replaced version answer again. */
  restore: (file: KnowledgeFile) => void;
}

/** A document of the knowledge base, its versions and its actions. It renders again only when its own data change. */
export const FileRow = memo(function FileRow(props: {
  document: KnowledgeDocument;
  /** The running action as text; null if there is none. */
  doing: string | null;
  /** Whether the running action can be cancelled. */
  cancellable: boolean;
  readOnly: boolean;
  /** The names of people, by their ids. */
  names: ReadonlyMap<string, string>;
  actions: FileRowActions;
}) {
  const { document, doing, readOnly, actions } = props;
  const { current: file, earlier, incoming } = document;
  const agents = FILE_AGENTS.filter(({ agent }) => file.allowed_agents.includes(agent));
  const fixed = readOnly || doing !== null;
  const pages = file.page_count === null ? "" : ` · ${formatPageCount(file.page_count)}`;
  return (
    <div className={`${rows.row} ${classes.row}`}>
      <div className={classes.about}>
        <h3 className={classes.name}>{file.file_name}</h3>
        <p className={classes.facts}>
          {file.kind.toUpperCase()} · {formatByteSize(file.size_bytes)}
          {pages} · {formatMoment(Date.parse(file.created_at))}
        </p>
        <p className={classes.agents}>
          {agents.length === 0 ? "No agents" : agents.map(({ name }) => name).join(", ")}
        </p>
        <FileState file={file} doing={doing} />
        <UnreadParts file={file} />
      </div>
      {incoming !== null && doing === null && (
        <IncomingVersion file={incoming} fixed={fixed} actions={actions} />
      )}
      {earlier.length > 0 && (
        <VersionList
          document={document}
          names={props.names}
          fixed={fixed}
          onDownload={actions.download}
          onRemove={actions.remove}
        />
      )}
      <div className={classes.actions}>
        {props.cancellable && (
          <Button variant="default" onClick={() => actions.cancel(file)}>
            Cancel
          </Button>
        )}
        {isSuperseded(file) && (
          <Button
            leftSection={<ArchiveRestore size={18} aria-hidden />}
            disabled={fixed}
            onClick={() => actions.restore(file)}
          >
            Have it answer again
          </Button>
        )}
        {!isComplete(file) && file.deleting_at === null && (
          <Button
            leftSection={<RotateCw size={18} aria-hidden />}
            disabled={fixed}
            onClick={() => actions.indexAgain(file)}
          >
            Index again
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<Download size={18} aria-hidden />}
          disabled={fixed}
          onClick={() => actions.download(file)}
        >
          Download
        </Button>
        {file.deleting_at === null && (incoming === null || doing !== null) && (
          <FileButton
            accept={FILE_ENDINGS}
            disabled={fixed}
            inputProps={{ "aria-label": `New version of ${file.file_name}` }}
            onChange={(chosen) => chosen !== null && actions.replace(file, chosen)}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<FilePlus2 size={18} aria-hidden />}
                disabled={fixed}
              >
                Upload a new version
              </Button>
            )}
          </FileButton>
        )}
        <Button
          variant="default"
          leftSection={<UsersRound size={18} aria-hidden />}
          disabled={fixed}
          onClick={() => actions.editAccess(document)}
        >
          Edit access
        </Button>
        <Button
          variant="default"
          leftSection={<Trash2 size={18} aria-hidden />}
          disabled={fixed}
          onClick={() => actions.remove(file)}
        >
          Delete
        </Button>
      </div>
    </div>
  );
});

function FileState(props: { file: KnowledgeFile; doing: string | null }) {
  const { file, doing } = props;
  if (doing !== null) return <p className={classes.state}>{doing}</p>;
  if (file.deleting_at !== null) {
    return <p className={classes.trouble}>Not deleted completely. Delete it again.</p>;
  }
  if (isSuperseded(file)) {
    return (
      <p className={classes.trouble}>
        Its newer version was deleted. It stays for old answers, and answers no questions.
      </p>
    );
  }
  if (!isComplete(file)) return <p className={classes.trouble}>Not searchable yet</p>;
  return <p className={classes.state}>Searchable</p>;
}

/** A newer version of a document whose passages have not all arrived, with what can be done about it. */
function IncomingVersion(props: {
  file: KnowledgeFile;
  fixed: boolean;
  actions: Pick<FileRowActions, "indexAgain" | "remove">;
}) {
  const { file, fixed, actions } = props;
  return (
    <div className={classes.incoming}>
      <p className={classes.trouble}>
        The new version “{file.file_name}” is not complete. Until it is, this one answers.
      </p>
      <Group gap="xs">
        <Button
          leftSection={<RotateCw size={18} aria-hidden />}
          disabled={fixed}
          onClick={() => actions.indexAgain(file)}
        >
          Index the new version again
        </Button>
        <Button
          variant="default"
          leftSection={<Trash2 size={18} aria-hidden />}
          disabled={fixed}
          onClick={() => actions.remove(file)}
        >
          Delete the new version
        </Button>
      </Group>
    </div>
  );
}

function formatPageCount(count: number): string {
  return count === 1 ? "1 page" : `${count} pages`;
}

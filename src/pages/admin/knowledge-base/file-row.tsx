import { isSearchable, type KnowledgeFile } from "@contracts/knowledge.ts";
import { Button } from "@mantine/core";
import { Download, RotateCw, Trash2, UsersRound } from "lucide-react";
import { memo } from "react";
import { byteSizeWords, momentWords } from "#ui/format.ts";
import { FILE_AGENTS } from "./file-agents.tsx";
import classes from "./file-row.module.css";

export interface FileRowActions {
  download: (file: KnowledgeFile) => void;
  editAccess: (file: KnowledgeFile) => void;
  remove: (file: KnowledgeFile) => void;
  indexAgain: (file: KnowledgeFile) => void;
}

/** A file of the knowledge base and its actions. It renders again only when its own data change. */
export const FileRow = memo(function FileRow(props: {
  file: KnowledgeFile;
  /** The running action as text; null if there is none. */
  doing: string | null;
  readOnly: boolean;
  actions: FileRowActions;
}) {
  const { file, doing, readOnly, actions } = props;
  const agents = FILE_AGENTS.filter(({ agent }) => file.allowed_agents.includes(agent));
  const fixed = readOnly || doing !== null;
  const pages = file.page_count === null ? "" : ` · ${pageWords(file.page_count)}`;
  return (
    <div className={classes.row}>
      <div className={classes.about}>
        <h3 className={classes.name}>{file.file_name}</h3>
        <p className={classes.facts}>
          {file.kind.toUpperCase()} · {byteSizeWords(file.size_bytes)}
          {pages} · {momentWords(Date.parse(file.created_at))}
        </p>
        <p className={classes.agents}>
          {agents.length === 0 ? "No agents" : agents.map(({ name }) => name).join(", ")}
        </p>
        <FileState file={file} doing={doing} />
      </div>
      <div className={classes.actions}>
        {!isSearchable(file) && file.deleting_at === null && (
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
        <Button
          variant="default"
          leftSection={<UsersRound size={18} aria-hidden />}
          disabled={fixed}
          onClick={() => actions.editAccess(file)}
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
  return isSearchable(file) ? (
    <p className={classes.state}>Searchable</p>
  ) : (
    <p className={classes.trouble}>Not searchable yet</p>
  );
}

function pageWords(count: number): string {
  return count === 1 ? "1 page" : `${count} pages`;
}

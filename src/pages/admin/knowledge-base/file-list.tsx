import type { FileAgent, KnowledgeFile } from "@contracts/knowledge.ts";
import { useRef, useState } from "react";
import {
  deleteFile,
  downloadFile,
  indexAgain,
  setFileAgents,
} from "../../../commands/knowledge-files.ts";
import type { KnowledgeCommand } from "../../../commands/knowledge-upload.ts";
import { extractDocument } from "../../../knowledge/extraction/extract-document.ts";
import { saveFile } from "../../../ui/save-file.ts";
import { showError, showStatus } from "../../../ui/toast.ts";
import { AccessDialog } from "./access-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { FileListRows } from "./file-list-rows.tsx";

/** The files of a company, with what an administrator does with them. */
export function FileList(props: {
  files: readonly KnowledgeFile[];
  command: KnowledgeCommand | null;
  readOnly: boolean;
}) {
  const { files, command } = props;
  const list = useRef<HTMLUListElement>(null);
  const [doing, setDoing] = useState<Readonly<Record<string, string>>>({});
  const [asked, setAsked] = useState<{ about: "delete" | "access"; file: KnowledgeFile } | null>(
    null,
  );

  async function during(file: KnowledgeFile, words: string, work: () => Promise<void>) {
    setDoing((before) => ({ ...before, [file.id]: words }));
    await work();
    setDoing(({ [file.id]: _, ...others }) => others);
  }

  const download = (sender: KnowledgeCommand, file: KnowledgeFile) =>
    during(file, "Downloading…", async () => {
      const result = await downloadFile(sender, file);
      if (result.kind === "done") saveFile(result.bytes, file.file_name);
      else showError("Download failed", result.message);
    });

  const remove = (sender: KnowledgeCommand, file: KnowledgeFile) =>
    during(file, "Deleting…", async () => {
      const result = await deleteFile(sender, file, Date.now());
      if (result.kind === "failed") return showError("Delete failed", result.message);
      showStatus("Document deleted", file.file_name);
      // The button that had the focus is gone.
      list.current?.focus({ preventScroll: true });
    });

  const index = (sender: KnowledgeCommand, file: KnowledgeFile) =>
    during(file, "Indexing…", async () => {
      const result = await indexAgain(sender, file, {
        read: (bytes, name, progress) => extractDocument(bytes, name, { progress }),
        progress: ({ done }) =>
          setDoing((before) => ({
            ...before,
            [file.id]: `Indexing… ${Math.round(done * 100)}%`,
          })),
      });
      if (result.kind === "done") showStatus("Document indexed", file.file_name);
      else showError("Not searchable yet", `${file.file_name}: ${result.message}`);
    });

  async function saveAccess(sender: KnowledgeCommand, file: KnowledgeFile, agents: FileAgent[]) {
    const result = await setFileAgents(sender, file, agents);
    if (result.kind === "done") showStatus("Access updated", file.file_name);
    else showError("Update Failed", "Failed to update agent access. Please try again.");
  }

  const actions = {
    download: (file: KnowledgeFile) => command && void download(command, file),
    editAccess: (file: KnowledgeFile) => setAsked({ about: "access", file }),
    remove: (file: KnowledgeFile) => setAsked({ about: "delete", file }),
    indexAgain: (file: KnowledgeFile) => command && void index(command, file),
  };

  return (
    <>
      <FileListRows
        list={list}
        files={files}
        doing={doing}
        readOnly={props.readOnly || command === null}
        actions={actions}
      />
      {asked?.about === "delete" && (
        <DeleteDialog
          file={asked.file}
          onCancel={() => setAsked(null)}
          onDelete={() => {
            setAsked(null);
            if (command !== null) void remove(command, asked.file);
          }}
        />
      )}
      {asked?.about === "access" && (
        <AccessDialog
          file={asked.file}
          onCancel={() => setAsked(null)}
          onSave={(agents) => {
            setAsked(null);
            if (command !== null) void saveAccess(command, asked.file, agents);
          }}
        />
      )}
    </>
  );
}

import { isComplete, isSuperseded, type KnowledgeFile } from "@contracts/knowledge.ts";
import { Button, FileButton, Group } from "@mantine/core";
import {
  ArchiveRestore,
  ChevronDown,
  ChevronRight,
  Download,
  FilePlus2,
  type LucideIcon,
  RotateCw,
  Trash2,
  UsersRound,
} from "lucide-react";
import { memo, type ReactNode, useId, useState } from "react";
import { ActionButton } from "#features/administration/action-button.tsx";
import shared from "#features/administration/administration.module.css";
import { UnreadParts } from "#features/manuals/unread-parts.tsx";
import { formatByteSize, formatMoment } from "#ui/format.ts";
import rows from "#ui/row.module.css";
import { type KnowledgeDocument, versionCount } from "./documents.ts";
import { FILE_AGENTS } from "./file-agents.tsx";
import classes from "./file-row.module.css";
import { FILE_ENDINGS } from "./uploads.tsx";
import type { FileActions } from "./use-file-actions.ts";
import versions from "./version-list.module.css";

export interface FileRowActions
  extends Pick<FileActions, "download" | "indexAgain" | "replace" | "restore"> {
  editAccess: (document: KnowledgeDocument) => void;
  remove: (file: KnowledgeFile) => void;
}

/** A document of the knowledge base, its versions and its actions. It renders again only when its own data change. */
export const FileRow = memo(function FileRow(props: {
  document: KnowledgeDocument;
  /** The running action as text; null if there is none. */
  doing: string | null;
  /** Cancels it, if that is possible. */
  cancel: (() => void) | undefined;
  readOnly: boolean;
  /** The names of people, by their ids. */
  names: ReadonlyMap<string, string>;
  actions: FileRowActions;
}) {
  const { document, doing, cancel, actions } = props;
  const { current: file, earlier, incoming } = document;
  const agents = FILE_AGENTS.filter(({ agent }) => file.allowed_agents.includes(agent));
  const trouble = doing === null ? describeTrouble(file) : null;
  const fixed = props.readOnly || doing !== null;
  const button = (label: string, Icon: LucideIcon, act: () => void, isMain = false) => (
    <ActionButton
      variant={isMain ? "filled" : "default"}
      icon={Icon}
      disabled={fixed}
      onClick={act}
    >
      {label}
    </ActionButton>
  );
  return (
    <div className={rows.row}>
      <div className={shared.lines}>
        <h3 className={shared.name}>{file.file_name}</h3>
        <p className={shared.facts}>
          {file.kind.toUpperCase()} · {formatByteSize(file.size_bytes)}
          {file.page_count !== null &&
            ` · ${file.page_count === 1 ? "1 page" : `${file.page_count} pages`}`}{" "}
          · {formatMoment(Date.parse(file.created_at))}
        </p>
        <p className={shared.facts}>
          {agents.length === 0 ? "No agents" : agents.map(({ name }) => name).join(", ")}
        </p>
        <p className={trouble === null ? classes.state : shared.waiting}>
          {doing ?? trouble ?? "Searchable"}
        </p>
        <UnreadParts file={file} />
      </div>
      {incoming !== null && doing === null && (
        <div className={classes.incoming}>
          <p className={shared.waiting}>
            The new version “{incoming.file_name}” is not complete. Until it is, this one answers.
          </p>
          <Group gap="xs">
            {button(
              "Index the new version again",
              RotateCw,
              () => actions.indexAgain(incoming),
              true,
            )}
            {button("Delete the new version", Trash2, () => actions.remove(incoming))}
          </Group>
        </div>
      )}
      {earlier.length > 0 && (
        <VersionList document={document} names={props.names} fixed={fixed} actions={actions} />
      )}
      <div className={`${shared.actions} ${rows.actions}`}>
        {cancel !== undefined && (
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        )}
        {isSuperseded(file) &&
          button("Have it answer again", ArchiveRestore, () => actions.restore(file), true)}
        {!isComplete(file) &&
          file.deleting_at === null &&
          button("Index again", RotateCw, () => actions.indexAgain(file), true)}
        {button("Download", Download, () => actions.download(file))}
        {file.deleting_at === null && (incoming === null || doing !== null) && (
          <FileButton
            accept={FILE_ENDINGS}
            disabled={fixed}
            inputProps={{ "aria-label": `New version of ${file.file_name}` }}
            onChange={(chosen) => chosen !== null && actions.replace(file, chosen)}
          >
            {({ onClick }) => button("Upload a new version", FilePlus2, onClick)}
          </FileButton>
        )}
        {button("Edit access", UsersRound, () => actions.editAccess(document))}
        {button("Delete", Trash2, () => actions.remove(file))}
      </div>
    </div>
  );
});

/** Why a document does not answer questions; null if it does. */
function describeTrouble(file: KnowledgeFile): string | null {
  if (file.deleting_at !== null) return "Not deleted completely. Delete it again.";
  if (isSuperseded(file)) {
    return "Its newer version was deleted. It stays for old answers, and answers no questions.";
  }
  return isComplete(file) ? null : "Not searchable yet";
}

/** The versions of a document, the newest first: when each came, from whom, and until when it answered. */
function VersionList(props: {
  document: KnowledgeDocument;
  /** The names of people, by their ids. */
  names: ReadonlyMap<string, string>;
  fixed: boolean;
  actions: FileRowActions;
}) {
  const { document, names, fixed, actions } = props;
  const [opened, setOpened] = useState(false);
  const list = useId();
  const Chevron = opened ? ChevronDown : ChevronRight;
  return (
    <div>
      <button
        type="button"
        className={versions.toggle}
        aria-expanded={opened}
        aria-controls={list}
        onClick={() => setOpened(!opened)}
      >
        <Chevron size={18} aria-hidden />
        {versionCount(document)} versions
      </button>
      <ul id={list} aria-label="Versions" className={versions.list} hidden={!opened}>
        {document.incoming !== null && (
          <Version file={document.incoming} names={names} state="Not complete yet" />
        )}
        <Version
          file={document.current}
          names={names}
          state={
            isSuperseded(document.current) ? describeReplacement(document.current) : "Answers now"
          }
        />
        {document.earlier.map((file) => (
          <Version key={file.id} file={file} names={names} state={describeReplacement(file)}>
            {isComplete(file) && file.deleting_at === null && (
              <ActionButton
                icon={ArchiveRestore}
                disabled={fixed}
                onClick={() => actions.restore(file)}
              >
                Restore
              </ActionButton>
            )}
            <ActionButton icon={Download} disabled={fixed} onClick={() => actions.download(file)}>
              Download
            </ActionButton>
            <ActionButton icon={Trash2} disabled={fixed} onClick={() => actions.remove(file)}>
              Delete
            </ActionButton>
          </Version>
        ))}
      </ul>
    </div>
  );
}

function Version(props: {
  file: KnowledgeFile;
  names: ReadonlyMap<string, string>;
  state: string;
  children?: ReactNode;
}) {
  const { file, names, state } = props;
  const name = names.get(file.uploaded_by ?? "");
  const by = name === undefined ? "" : ` by ${name}`;
  return (
    <li className={shared.lines}>
      <p className={versions.name}>{file.file_name}</p>
      <p className={shared.facts}>
        Uploaded {formatMoment(Date.parse(file.created_at))}
        {by}
      </p>
      <p className={shared.facts}>{state}</p>
      {props.children !== undefined && (
        <div className={`${shared.actions} ${versions.actions}`}>{props.children}</div>
      )}
    </li>
  );
}

function describeReplacement({ superseded_at, deleting_at }: KnowledgeFile): string {
  if (deleting_at !== null) return "Not deleted completely. Delete it again.";
  return superseded_at === null ? "" : `Replaced ${formatMoment(Date.parse(superseded_at))}`;
}

import { isSuperseded, type KnowledgeFile } from "@contracts/knowledge.ts";
import { ChevronDown, ChevronRight, Download, Trash2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { ActionButton } from "#features/administration/action-button.tsx";
import shared from "#features/administration/administration.module.css";
import { formatMoment } from "#ui/format.ts";
import { type KnowledgeDocument, versionCount } from "./documents.ts";
import classes from "./version-list.module.css";

/** The versions of a document, the newest first: when each came, from whom, and until when it answered. */
export function VersionList(props: {
  document: KnowledgeDocument;
  /** The names of people, by their ids. */
  names: ReadonlyMap<string, string>;
  fixed: boolean;
  onDownload: (file: KnowledgeFile) => void;
  onRemove: (file: KnowledgeFile) => void;
}) {
  const { document, names, fixed } = props;
  const [opened, setOpened] = useState(false);
  const list = useId();
  const Chevron = opened ? ChevronDown : ChevronRight;
  return (
    <div>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={opened}
        aria-controls={list}
        onClick={() => setOpened(!opened)}
      >
        <Chevron size={18} aria-hidden />
        {versionCount(document)} versions
      </button>
      <ul id={list} aria-label="Versions" className={classes.list} hidden={!opened}>
        {document.incoming !== null && (
          <Version file={document.incoming} names={names} state="Not complete yet" />
        )}
        <Version
          file={document.current}
          names={names}
          state={isSuperseded(document.current) ? replacedWords(document.current) : "Answers now"}
        />
        {document.earlier.map((file) => (
          <Version key={file.id} file={file} names={names} state={replacedWords(file)}>
            <ActionButton icon={Download} disabled={fixed} onClick={() => props.onDownload(file)}>
              Download
            </ActionButton>
            <ActionButton icon={Trash2} disabled={fixed} onClick={() => props.onRemove(file)}>
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
      <p className={classes.name}>{file.file_name}</p>
      <p className={shared.facts}>
        Uploaded {formatMoment(Date.parse(file.created_at))}
        {by}
      </p>
      <p className={shared.facts}>{state}</p>
      {props.children !== undefined && (
        <div className={`${shared.actions} ${classes.actions}`}>{props.children}</div>
      )}
    </li>
  );
}

function replacedWords({ superseded_at, deleting_at }: KnowledgeFile): string {
  if (deleting_at !== null) return "Not deleted completely. Delete it again.";
  return superseded_at === null ? "" : `Replaced ${formatMoment(Date.parse(superseded_at))}`;
}

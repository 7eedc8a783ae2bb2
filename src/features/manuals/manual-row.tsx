import { isComplete } from "@contracts/knowledge.ts";
import { Button } from "@mantine/core";
import { Check, Download, RotateCw, Trash2, X } from "lucide-react";
import { useId } from "react";
import type { MirroredKnowledgeFile } from "#mirror/person/knowledge/knowledge-rows.ts";
import { formatByteSize } from "#ui/format.ts";
import classes from "./manual-row.module.css";
import { describeState, type ManualState } from "./manual-state.ts";
import { openManual } from "./passage-to-open.ts";
import { UnreadParts } from "./unread-parts.tsx";
import type { ManualActions } from "./use-manual-actions.ts";

/** A document, its download state on this device, and its actions. */
export function ManualRow(props: {
  file: MirroredKnowledgeFile;
  state: ManualState;
  actions: ManualActions;
}) {
  const { file, state, actions } = props;
  const name = useId();
  const facts = [file.kind.toUpperCase(), ...formatPageCount(file.page_count)];
  facts.push(formatByteSize(file.size_bytes));
  if (!isComplete(file)) facts.push("Not searchable yet");
  return (
    <div className={classes.row}>
      <h3 className={classes.title}>
        <button
          id={name}
          type="button"
          className={classes.name}
          onClick={() => openManual(file.id, file.file_name)}
        >
          {file.file_name}
        </button>
      </h3>
      <p className={classes.facts}>{facts.join(" · ")}</p>
      <UnreadParts file={file} />
      {state.kind === "downloading" && (
        <progress className={classes.bar} aria-labelledby={name} value={state.share} />
      )}
      <div className={classes.foot}>
        <p className={classes.state} data-kind={state.kind}>
          {state.kind === "here" && <Check size={18} aria-hidden />}
          {describeState(state, file.passagesOf !== null)}
        </p>
        <Action file={file} state={state} actions={actions} describedBy={name} />
      </div>
    </div>
  );
}

/** The same button element in every state, so that it keeps the focus when the state changes. */
function Action(props: {
  file: MirroredKnowledgeFile;
  state: ManualState;
  actions: ManualActions;
  describedBy: string;
}) {
  const { file, state, actions } = props;
  const { label, Icon, act } = chooseAction(file, state, actions);
  return (
    <Button
      variant="default"
      flex="none"
      leftSection={<Icon size={18} aria-hidden />}
      aria-describedby={props.describedBy}
      onClick={act}
    >
      {label}
    </Button>
  );
}

function chooseAction(file: MirroredKnowledgeFile, state: ManualState, actions: ManualActions) {
  switch (state.kind) {
    case "absent":
      return { label: "Download", Icon: Download, act: () => actions.download([file]) };
    case "refused":
      return { label: "Try again", Icon: RotateCw, act: () => actions.download([file]) };
    case "waiting":
    case "downloading":
      return { label: "Cancel", Icon: X, act: () => actions.remove(file) };
    case "here":
      return { label: "Remove", Icon: Trash2, act: () => actions.remove(file) };
  }
}

function formatPageCount(count: number | null): string[] {
  if (count === null) return [];
  return [count === 1 ? "1 page" : `${count} pages`];
}

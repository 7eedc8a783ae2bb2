import { isComplete, type KnowledgeFile } from "@contracts/knowledge.ts";
import { Button, Group } from "@mantine/core";
import { ListChecks, Replace, RotateCw, Trash2 } from "lucide-react";
import classes from "./file-row.module.css";
import { type HeldTrouble, troubleWords } from "./version-actions.ts";

export interface IncomingActions {
  indexAgain: () => void;
  check: () => void;
  release: () => void;
  /** Shows what gets worse. */
  compare: () => void;
  remove: () => void;
}

/** A newer version of a document that does not answer yet, with what can be done about it. */
export function IncomingVersion(props: {
  file: KnowledgeFile;
  /** Why it was not released; null when that is not known. */
  trouble: HeldTrouble | null;
  /** Whether the version before it answers until then. */
  isAnswered: boolean;
  fixed: boolean;
  actions: IncomingActions;
}) {
  const { file, trouble, fixed, actions } = props;
  const { words, meanwhile } = stateOf(file, trouble);
  const isWorse = trouble?.kind === "worse";
  return (
    <div className={classes.incoming}>
      <p className={classes.trouble}>
        The new version “{file.file_name}” {words}
        {props.isAnswered && ` ${meanwhile}`}
      </p>
      {trouble?.kind === "unchecked" && <p className={classes.facts}>{trouble.message}</p>}
      <Group gap="xs">
        {!isComplete(file) && (
          <Button
            leftSection={<RotateCw size={18} aria-hidden />}
            disabled={fixed}
            onClick={actions.indexAgain}
          >
            Index the new version again
          </Button>
        )}
        {isComplete(file) && isWorse && (
          <Button
            leftSection={<ListChecks size={18} aria-hidden />}
            disabled={fixed}
            onClick={actions.compare}
          >
            Compare and decide
          </Button>
        )}
        {isComplete(file) && !isWorse && (
          <Button
            leftSection={<ListChecks size={18} aria-hidden />}
            disabled={fixed}
            onClick={actions.check}
          >
            {trouble === null ? "Check and replace" : "Retry"}
          </Button>
        )}
        {trouble?.kind === "unchecked" && (
          <Button
            variant="default"
            leftSection={<Replace size={18} aria-hidden />}
            disabled={fixed}
            onClick={actions.release}
          >
            Replace unchecked
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<Trash2 size={18} aria-hidden />}
          disabled={fixed}
          onClick={actions.remove}
        >
          Delete the new version
        </Button>
      </Group>
    </div>
  );
}

/** Why it does not answer yet, and until when the version before it does. */
function stateOf(file: KnowledgeFile, trouble: HeldTrouble | null) {
  const untilChecked = "Until it was, this one answers.";
  if (!isComplete(file)) {
    return { words: "is not complete.", meanwhile: "Until it is, this one answers." };
  }
  switch (trouble?.kind) {
    case "worse":
      return {
        words: `waits for you: ${troubleWords(trouble.report)} with it.`,
        meanwhile: "Until you decide, this one answers.",
      };
    case "unchecked":
      return { words: "could not be checked.", meanwhile: untilChecked };
    default:
      return { words: "was not checked yet with the golden questions.", meanwhile: untilChecked };
  }
}

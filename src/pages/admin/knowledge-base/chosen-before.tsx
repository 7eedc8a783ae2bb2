import type { FileAgent } from "@contracts/knowledge.ts";
import { TextButton } from "#ui/text-button.tsx";
import classes from "./chosen-before.module.css";
import { FILE_AGENTS } from "./file-agents.tsx";

/**
 * Says after an upload that other agents are chosen for the next files than for those before, and
 * brings the choice back. Shows nothing if they are the same.
 */
export function ChosenBefore(props: {
  before: readonly FileAgent[];
  now: readonly FileAgent[];
  onAgain: (agents: FileAgent[]) => void;
}) {
  const { before, now, onAgain } = props;
  const isSame = before.length === now.length && now.every((agent) => before.includes(agent));
  if (isSame) return null;
  const names = FILE_AGENTS.filter(({ agent }) => now.includes(agent)).map(({ name }) => name);
  return (
    <p role="status" className={classes.notice}>
      <span>The next files are for {names.join(" and ")}, as after every upload.</span>
      <TextButton onClick={() => onAgain([...before])}>
        Choose the agents of the last files again
      </TextButton>
    </p>
  );
}

import { AGENT_IDS, AGENTS, type Agent } from "@contracts/agent.ts";
import type { FileAgent } from "@contracts/knowledge.ts";
import shared from "#features/administration/administration.module.css";
import { Check } from "#features/administration/choices.tsx";
import { TextButton } from "#ui/text-button.tsx";
import classes from "./knowledge-base-panel.module.css";

/** The agents that can be given access to a file, with their visible names. */
export const FILE_AGENTS: readonly { id: Agent; agent: FileAgent; name: string }[] =
  AGENT_IDS.flatMap((id) => {
    const { name, logged, files } = AGENTS[id];
    return files === "opened" ? [{ id, agent: logged, name }] : [];
  });

/** Chooses which agents may use a file. */
export function FileAgents(props: {
  label: string;
  chosen: readonly FileAgent[];
  disabled?: boolean;
  onChange: (agents: FileAgent[]) => void;
}) {
  const { chosen, onChange } = props;
  return (
    <fieldset className={shared.checks} disabled={props.disabled}>
      <legend className={shared.legend}>{props.label}</legend>
      {FILE_AGENTS.map(({ agent, name }) => (
        <Check
          key={agent}
          label={name}
          checked={chosen.includes(agent)}
          onChange={(checked) => {
            const others = chosen.filter((each) => each !== agent);
            onChange(checked ? [...others, agent] : others);
          }}
        />
      ))}
    </fieldset>
  );
}

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
  if (before.length === now.length && now.every((agent) => before.includes(agent))) return null;
  const names = FILE_AGENTS.filter(({ agent }) => now.includes(agent)).map(({ name }) => name);
  return (
    <p role="status" className={classes.before}>
      <span>The next files are for {names.join(" and ")}, as after every upload.</span>
      <TextButton onClick={() => onAgain([...before])}>
        Choose the agents of the last files again
      </TextButton>
    </p>
  );
}

import { AGENT_IDS, AGENTS } from "@contracts/agent.ts";
import type { FileAgent } from "@contracts/knowledge.ts";
import classes from "./file-agents.module.css";

/** The agents that can be given access to a file, with their visible names. */
export const FILE_AGENTS: readonly { agent: FileAgent; name: string }[] = AGENT_IDS.flatMap(
  (id) => {
    const { name, logged, files } = AGENTS[id];
    return files === "opened" ? [{ agent: logged, name }] : [];
  },
);

/** Chooses which agents may use a file. */
export function FileAgents(props: {
  label: string;
  chosen: readonly FileAgent[];
  disabled?: boolean;
  onChange: (agents: FileAgent[]) => void;
}) {
  const { label, chosen, disabled = false, onChange } = props;
  return (
    <fieldset className={classes.agents} disabled={disabled}>
      <legend className={classes.label}>{label}</legend>
      {FILE_AGENTS.map(({ agent, name }) => (
        <label key={agent} className={classes.row}>
          <input
            type="checkbox"
            className={classes.box}
            checked={chosen.includes(agent)}
            onChange={(event) => {
              const others = chosen.filter((each) => each !== agent);
              onChange(event.currentTarget.checked ? [...others, agent] : others);
            }}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

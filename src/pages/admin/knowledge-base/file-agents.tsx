import type { FileAgent } from "@contracts/knowledge.ts";
import { AGENT_WORDS } from "#ui/agent-words.ts";
import classes from "./file-agents.module.css";

/** The agents that a file may be opened to, by the names that people know. */
export const FILE_AGENTS: readonly { agent: FileAgent; name: string }[] = [
  { agent: "voice_agent", name: AGENT_WORDS.voice },
  { agent: "snap_agent", name: AGENT_WORDS.snap },
  { agent: "label_agent", name: AGENT_WORDS.label },
];

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

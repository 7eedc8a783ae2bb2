import { AGENT_IDS, AGENTS, type Agent } from "@contracts/agent.ts";
import { TextInput } from "@mantine/core";
import type { RefObject } from "react";
import { Link } from "react-router-dom";
import { historyAddress } from "./history-address.ts";
import classes from "./history-controls.module.css";

/** The search of the history, and the choice of the agent whose entries are shown. */
export function HistoryControls(props: {
  box: RefObject<HTMLInputElement | null>;
  agent: Agent | null;
  query: string;
  onQuery: (query: string) => void;
}) {
  const { box, agent, query, onQuery } = props;
  const choices: [label: string, value: Agent | null][] = [
    ["All", null],
    ...AGENT_IDS.map((id): [string, Agent] => [AGENTS[id].name.replace(" Agent", ""), id]),
  ];
  return (
    <search className={classes.controls}>
      <TextInput
        ref={box}
        type="search"
        aria-label="Search your history"
        placeholder="Search your history"
        enterKeyHint="search"
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
      />
      <nav aria-label="Agents" className={classes.agents}>
        {choices.map(([label, value]) => (
          <Link
            key={label}
            replace
            to={historyAddress(value, query)}
            className={classes.agent}
            aria-current={value === agent || undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
    </search>
  );
}

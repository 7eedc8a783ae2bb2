import { AGENT_IDS, AGENTS, type Agent, agentSchema } from "@contracts/agent.ts";
import { TextInput } from "@mantine/core";
import { CalendarDays } from "lucide-react";
import type { RefObject } from "react";
import { Link } from "react-router-dom";
import classes from "./history-page.module.css";

/**
 * The search of the history, a field to search for a day, and the choice of the agent whose
 * entries are shown.
 */
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
      <div className={classes.search}>
        <TextInput
          ref={box}
          type="search"
          aria-label="Search your history"
          placeholder="Search your history"
          enterKeyHint="search"
          value={query}
          onChange={(event) => onQuery(event.currentTarget.value)}
        />
        <div className={classes.day}>
          <CalendarDays size={20} aria-hidden />
          <input
            type="date"
            aria-label="Go to a day"
            value={/^\d{4}-\d\d-\d\d$/.test(query) ? query : ""}
            onClick={({ currentTarget }) => currentTarget.showPicker?.()}
            onChange={({ currentTarget }) => onQuery(currentTarget.value)}
          />
        </div>
      </div>
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

/** The agent of `?agent=`; null (no filter) for any other value. */
export function agentFilter(parameter: string | null): Agent | null {
  const parsed = agentSchema.safeParse(parameter);
  return parsed.success ? parsed.data : null;
}

/** The title of the page for its filter. */
export function historyTitle(agent: Agent | null): string {
  return agent === null ? "Your Agent History" : `${AGENTS[agent].name} History`;
}

/** The address of the history of an agent, or of all for null, of a search, and of an entry in it. */
export function historyAddress(agent: Agent | null, query: string, entry = ""): string {
  const parameters = new URLSearchParams();
  if (agent !== null) parameters.set("agent", agent);
  if (query.trim() !== "") parameters.set("search", query);
  if (entry !== "") parameters.set("entry", entry);
  return parameters.size === 0 ? "/history" : `/history?${parameters}`;
}

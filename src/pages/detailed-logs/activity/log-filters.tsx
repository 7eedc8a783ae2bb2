import { NativeSelect, TextInput } from "@mantine/core";
import { Search } from "lucide-react";
import { LOGGED_AGENTS } from "../agent-name.ts";
import type { ChosenLogs } from "./chosen-logs.ts";
import classes from "./log-filters.module.css";
import { LOG_STATUSES } from "./log-status-words.ts";

const ALL = "all";
const AGENT_CHOICES = [
  { value: ALL, label: "All agents" },
  ...LOGGED_AGENTS.map(({ agent, name }) => ({ value: agent, label: name })),
];
const STATUS_CHOICES = [
  { value: ALL, label: "All statuses" },
  ...LOG_STATUSES.map(({ status, word }) => ({ value: status, label: word })),
];

/** The filters of the log list. */
export function LogFilters(props: { chosen: ChosenLogs; onChoose: (chosen: ChosenLogs) => void }) {
  const { chosen, onChoose } = props;
  return (
    <search className={classes.filters}>
      <NativeSelect
        label="Agent type"
        data={AGENT_CHOICES}
        value={chosen.agent ?? ALL}
        onChange={({ currentTarget: { value } }) => {
          const agent = LOGGED_AGENTS.find((each) => each.agent === value)?.agent ?? null;
          onChoose({ ...chosen, agent });
        }}
      />
      <NativeSelect
        label="Status"
        data={STATUS_CHOICES}
        value={chosen.status ?? ALL}
        onChange={({ currentTarget: { value } }) => {
          const status = LOG_STATUSES.find((each) => each.status === value)?.status ?? null;
          onChoose({ ...chosen, status });
        }}
      />
      <TextInput
        label="Search by email"
        type="search"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        leftSection={<Search size={18} aria-hidden />}
        value={chosen.email}
        onChange={({ currentTarget: { value } }) => onChoose({ ...chosen, email: value })}
      />
    </search>
  );
}

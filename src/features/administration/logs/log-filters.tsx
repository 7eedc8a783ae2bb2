import { NativeSelect, TextInput } from "@mantine/core";
import { Search } from "lucide-react";
import { LOGGED_AGENTS } from "./agent-name.ts";
import { type ChosenLogs, TEXT_LIMIT } from "./chosen-logs.ts";
import classes from "./log-filters.module.css";
import { LOG_STATUSES } from "./log-statuses.ts";

const ALL = "all";
const AGENT_CHOICES = [
  { value: ALL, label: "All agents" },
  ...LOGGED_AGENTS.map(({ agent, name }) => ({ value: agent, label: name })),
];
const STATUS_CHOICES = [
  { value: ALL, label: "All statuses" },
  ...LOG_STATUSES.map(({ status, word }) => ({ value: status, label: word })),
];

/** The filters of a list of logs. Logs without a person's id are searched by email address. */
export function LogFilters(props: {
  chosen: ChosenLogs;
  onChoose: (chosen: ChosenLogs) => void;
  /** The companies' names by their ids, if the reader sees several; otherwise null. */
  companies?: ReadonlyMap<string, string> | null;
  /** The people's names by their ids, for logs that have them and no status. */
  people?: ReadonlyMap<string, string>;
  /** Whether these are all people of the company. */
  arePeopleKnown?: boolean;
  /** Names the search by text, and explains what is searched. */
  searchLabel: string;
}) {
  const { chosen, onChoose, companies = null, people, arePeopleKnown = true } = props;
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
      {people === undefined ? (
        <>
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
            className={classes.search ?? ""}
            inputMode="email"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={TEXT_LIMIT}
            leftSection={<Search size={18} aria-hidden />}
            value={chosen.email}
            onChange={({ currentTarget: { value } }) => onChoose({ ...chosen, email: value })}
          />
        </>
      ) : (
        <NativeSelect
          label="Person"
          data={personChoices(people, arePeopleKnown, chosen.person)}
          value={chosen.person ?? ALL}
          onChange={({ currentTarget: { value } }) =>
            onChoose({ ...chosen, person: value === ALL ? null : value })
          }
        />
      )}
      <TextInput
        label={props.searchLabel}
        type="search"
        className={classes.search ?? ""}
        autoComplete="off"
        maxLength={TEXT_LIMIT}
        leftSection={<Search size={18} aria-hidden />}
        value={chosen.text}
        onChange={({ currentTarget: { value } }) => onChoose({ ...chosen, text: value })}
      />
      <TextInput
        label="From"
        type="date"
        max={chosen.until}
        value={chosen.from}
        onChange={({ currentTarget: { value } }) => onChoose({ ...chosen, from: value })}
      />
      <TextInput
        label="Until"
        type="date"
        min={chosen.from}
        value={chosen.until}
        onChange={({ currentTarget: { value } }) => onChoose({ ...chosen, until: value })}
      />
      {companies !== null && (
        <NativeSelect
          label="Company"
          className={classes.company ?? ""}
          data={[
            { value: ALL, label: "All companies" },
            ...[...companies].map(([value, label]) => ({ value, label })),
          ]}
          value={chosen.company ?? ALL}
          onChange={({ currentTarget: { value } }) =>
            onChoose({ ...chosen, company: value === ALL ? null : value })
          }
        />
      )}
    </search>
  );
}

/** The people to choose from, also when the chosen one is no longer among them. */
function personChoices(
  people: ReadonlyMap<string, string>,
  areKnown: boolean,
  chosen: string | null,
) {
  const choices = [...people].map(([value, label]) => ({ value, label }));
  choices.sort((a, b) => a.label.localeCompare(b.label));
  const isMissing = chosen !== null && !people.has(chosen);
  const missing = areKnown ? "Not in this company any more" : "Loading...";
  return [
    { value: ALL, label: "Everybody" },
    ...choices,
    ...(isMissing ? [{ value: chosen, label: missing }] : []),
  ];
}

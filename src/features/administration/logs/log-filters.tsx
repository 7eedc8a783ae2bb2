import { NativeSelect, TextInput, type TextInputProps } from "@mantine/core";
import { Search } from "lucide-react";
import { Filters } from "../filters.tsx";
import { SEARCH_LIMIT } from "../list-in-address.ts";
import { type ChosenLogs, daysToChoose, LOG_STATUSES, LOGGED_AGENTS } from "./chosen-logs.ts";
import classes from "./logs.module.css";

const ALL = "all";

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
  const select = <Name extends "agent" | "status" | "person" | "company">(
    name: Name,
    label: string,
    all: string,
    choices: readonly { value: NonNullable<ChosenLogs[Name]>; label: string }[],
  ) => (
    <NativeSelect
      label={label}
      className={(name === "company" && classes.company) || ""}
      data={[{ value: ALL, label: all }, ...choices]}
      value={chosen[name] ?? ALL}
      onChange={({ currentTarget }) => {
        const found = choices.find(({ value }) => value === currentTarget.value);
        onChoose({ ...chosen, [name]: found?.value ?? null });
      }}
    />
  );
  const input = (
    name: "email" | "text" | "from" | "until",
    label: string,
    more: Partial<TextInputProps>,
  ) => (
    <TextInput
      label={label}
      value={chosen[name]}
      onChange={({ currentTarget: { value } }) => onChoose({ ...chosen, [name]: value })}
      {...more}
    />
  );
  const days = daysToChoose(new Date());
  const [shownDays = "Chosen days"] = Object.keys(days).filter(
    (name) => days[name]?.from === chosen.from && days[name]?.until === chosen.until,
  );
  const search = {
    type: "search",
    className: classes.search ?? "",
    autoComplete: "off",
    maxLength: SEARCH_LIMIT,
    leftSection: <Search size={18} aria-hidden />,
  } as const;
  return (
    <Filters values={Object.values(chosen)} className={classes.filters}>
      {select(
        "agent",
        "Agent type",
        "All agents",
        LOGGED_AGENTS.map(({ agent, name }) => ({ value: agent, label: name })),
      )}
      {people === undefined ? (
        <>
          {select(
            "status",
            "Status",
            "All statuses",
            LOG_STATUSES.map(({ status, word }) => ({ value: status, label: word })),
          )}
          {input("email", "Search by email", {
            ...search,
            inputMode: "email",
            autoCapitalize: "none",
            spellCheck: false,
          })}
        </>
      ) : (
        select(
          "person",
          "Person",
          "Everybody",
          personChoices(people, arePeopleKnown, chosen.person),
        )
      )}
      {input("text", props.searchLabel, search)}
      <NativeSelect
        label="Days"
        className={classes.search ?? ""}
        data={[...new Set([...Object.keys(days), shownDays])]}
        value={shownDays}
        onChange={({ currentTarget: { value } }) => onChoose({ ...chosen, ...days[value] })}
      />
      {input("from", "From", { type: "date", max: chosen.until })}
      {input("until", "Until", { type: "date", min: chosen.from })}
      {companies !== null &&
        select(
          "company",
          "Company",
          "All companies",
          [...companies].map(([value, label]) => ({ value, label })),
        )}
    </Filters>
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
  if (chosen === null || people.has(chosen)) return choices;
  const label = areKnown ? "Not in this company any more" : "Loading...";
  return [...choices, { value: chosen, label }];
}

import { NativeSelect, TextInput } from "@mantine/core";
import classes from "./contact-submissions-page.module.css";
import { type Filter, readRequestSort, sortText, TEXT_LIMIT } from "./filter.ts";
import { REQUEST_STATUSES, type RequestStatus, STATUS_NAMES } from "./request-status.ts";

const SORT_CHOICES = [
  { value: "", label: "Newest first" },
  { value: "submitted", label: "Oldest first" },
  { value: "company", label: "Company" },
  { value: "name", label: "Name" },
  { value: "status", label: "Status" },
];
const STATUSES = [null, ...REQUEST_STATUSES] as const;
const number = new Intl.NumberFormat("en");

/** The filters of the list, with how many requests have each status. */
export function FilterBar(props: {
  filter: Filter;
  counts: Readonly<Record<RequestStatus, number>>;
  onChange: (filter: Filter) => void;
}) {
  const { filter, counts, onChange } = props;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <search className={classes.filters}>
      <TextInput
        type="search"
        label="Search"
        placeholder="Any words of a request"
        autoComplete="off"
        maxLength={TEXT_LIMIT}
        value={filter.text}
        onChange={({ currentTarget: { value } }) => onChange({ ...filter, text: value })}
      />
      <NativeSelect
        label="Sort by"
        value={sortText(filter.sort)}
        data={SORT_CHOICES}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, sort: readRequestSort(value) })
        }
      />
      <fieldset className={classes.statuses}>
        <legend className={classes.legend}>Show</legend>
        {STATUSES.map((status) => (
          <label key={status} className={classes.status} data-status={status}>
            <input
              type="radio"
              name="shown-status"
              checked={filter.status === status}
              onChange={() => onChange({ ...filter, status })}
            />
            {status === null ? "All" : STATUS_NAMES[status]}{" "}
            <span className={classes.number}>
              {number.format(status === null ? all : counts[status])}
            </span>
          </label>
        ))}
      </fieldset>
    </search>
  );
}

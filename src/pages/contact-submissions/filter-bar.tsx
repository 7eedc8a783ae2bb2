import { NativeSelect, TextInput } from "@mantine/core";
import classes from "./contact-submissions-page.module.css";
import type { Filter } from "./filter.ts";
import { isRequestStatus, STATUS_CHOICES } from "./request-status.ts";

/** The filters of the list. */
export function FilterBar(props: { filter: Filter; onChange: (filter: Filter) => void }) {
  const { filter, onChange } = props;
  return (
    <search className={classes.filters}>
      <TextInput
        type="search"
        label="Search"
        placeholder="Name, company or email"
        value={filter.text}
        onChange={({ currentTarget: { value } }) => onChange({ ...filter, text: value })}
      />
      <NativeSelect
        label="Show"
        value={filter.status ?? ""}
        data={[{ value: "", label: "All" }, ...STATUS_CHOICES]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, status: isRequestStatus(value) ? value : null })
        }
      />
    </search>
  );
}

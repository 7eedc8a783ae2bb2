import type { Company } from "@contracts/company.ts";
import type { Person } from "@contracts/person.ts";
import { Button, NativeSelect } from "@mantine/core";
import { Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { companyChoices } from "#features/administration/company-choices.ts";
import rows from "#ui/row.module.css";
import { personName } from "../users/person-name.ts";
import { ROLE_NAMES } from "../users/role-names.ts";
import classes from "./people-without-company.module.css";

/** A person without a company, with a way to assign one. */
export function PersonWithoutCompany(props: {
  person: Person;
  companies: readonly Company[];
  /** A change is being saved. */
  busy: boolean;
  readOnly: boolean;
  onAssign: (company: Company) => void;
  onDelete: () => void;
}) {
  const { person, companies, readOnly } = props;
  const [chosenId, setChosenId] = useState("");
  const chosen = companies.find(({ id }) => id === chosenId);

  function assign(event: FormEvent): void {
    event.preventDefault();
    if (chosen !== undefined) props.onAssign(chosen);
  }

  return (
    <form className={`${rows.row} ${classes.row}`} aria-busy={props.busy} onSubmit={assign}>
      <div className={classes.about}>
        <h3 className={classes.name}>{personName(person)}</h3>
        <p className={classes.email}>{person.email ?? "No email address"}</p>
        <p className={classes.facts}>
          {ROLE_NAMES[person.role]} · User {person.id.slice(0, 8)}
        </p>
      </div>
      <NativeSelect
        aria-label="Company"
        className={classes.company ?? ""}
        value={chosen === undefined ? "" : chosenId}
        disabled={readOnly}
        data={[{ value: "", label: "Select a company" }, ...companyChoices(companies)]}
        onChange={(event) => setChosenId(event.currentTarget.value)}
      />
      <Button
        type="submit"
        className={classes.assign ?? ""}
        disabled={readOnly || chosen === undefined}
      >
        Assign
      </Button>
      <Button
        variant="default"
        leftSection={<Trash2 size={18} aria-hidden />}
        disabled={readOnly}
        onClick={props.onDelete}
      >
        Delete
      </Button>
    </form>
  );
}

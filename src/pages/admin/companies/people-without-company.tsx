import type { Company } from "@contracts/company.ts";
import type { Person } from "@contracts/person.ts";
import { Button, NativeSelect } from "@mantine/core";
import { Trash2 } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { ActionButton } from "#features/administration/action-button.tsx";
import shared from "#features/administration/administration.module.css";
import { companyChoices } from "#features/administration/company-choices.ts";
import { useReadOnly } from "#features/administration/use-command.ts";
import type { ListTexts } from "#features/lists/list-placeholder.tsx";
import { ServerRows } from "#features/lists/sorted-rows.tsx";
import { type ListState, useMirroredList } from "#features/lists/use-list.ts";
import { PEOPLE } from "#mirror/person/lists/people.ts";
import { useShownIdentity } from "#session/pin.ts";
import { pullPeople } from "#sync/pull/pull-administration.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import rows from "#ui/row.module.css";
import type { SortColumns } from "#ui/sort.ts";
import { showError } from "#ui/toast.ts";
import { PEOPLE_ORDERS, personName, ROLE_NAMES } from "../users/people.ts";
import { DeletePersonDialog } from "../users/person-dialogs.tsx";
import { usePersonActions } from "../users/use-person-actions.ts";
import classes from "./people-without-company.module.css";

const NOBODY: readonly Person[] = [];

// The companies above have orders of other names in the address.
const { name, email, role, joined } = PEOPLE_ORDERS;
const ORDERS: SortColumns<Person> = {
  "person-name": name,
  "person-email": email,
  "person-role": role,
  "person-joined": joined,
};

const TEXTS: ListTexts = {
  // Then nothing is shown.
  ...{ empty: "", loading: "", absent: "" },
  failed: "The people without a company could not be loaded.",
};

/** Fetches all people without a company. */
export const pullWithoutCompany = pullPeople(null);

/** The people without a company but the viewer. */
export function usePeopleWithoutCompany() {
  const viewer = useShownIdentity();
  const { rows, state } = useMirroredList(PEOPLE, null);
  const people = useMemo(() => rows?.filter(({ id }) => id !== viewer?.id), [rows, viewer]);
  return { people: people ?? NOBODY, state };
}

/**
 * People who appear in no company's list because their company was deleted. Shows nothing if only
 * the viewer has no company: a super administrator needs none. If they could not be loaded, it
 * shows that: otherwise they would seem to be none.
 */
export function PeopleWithoutCompany(props: {
  people: readonly Person[];
  state: ListState;
  companies: readonly Company[];
}) {
  const { people, state, companies } = props;
  useRefresh(pullWithoutCompany, (message) => showError("Error loading users", message));
  const { busy, actions } = usePersonActions();
  const readOnly = useReadOnly();
  const [asked, setAsked] = useState<Person | null>(null);
  const list = useRef<HTMLElement>(null);
  if (people.length === 0 && state.phase !== "failed") return null;
  return (
    <section className={classes.section} aria-labelledby="without-company">
      <div className={shared.lines}>
        <h2 id="without-company" tabIndex={-1} className={shared.title}>
          Without a company
        </h2>
        <p className={shared.facts}>Label and Ask work only for people who belong to a company.</p>
      </div>
      <ServerRows
        rows={people}
        state={state}
        words={TEXTS}
        columns={ORDERS}
        usual="Newest first"
        sortLabel="Sort people by"
        label="Without a company"
        list={list}
        usualHeight={188}
        row={(person) => (
          <PersonWithoutCompany
            person={person}
            companies={companies}
            busy={busy.has(person.id)}
            readOnly={readOnly}
            onAssign={(company) => actions.assign(person, company)}
            onDelete={() => setAsked(person)}
          />
        )}
        compact
      />
      {asked !== null && (
        <DeletePersonDialog
          person={asked}
          list={list}
          onClose={() => setAsked(null)}
          onDelete={actions.remove}
        />
      )}
    </section>
  );
}

/** A person without a company, with a way to assign one. */
function PersonWithoutCompany(props: {
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
  return (
    <form
      className={`${rows.row} ${classes.row}`}
      aria-busy={props.busy}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== undefined) props.onAssign(chosen);
      }}
    >
      <div className={`${shared.lines} ${classes.about}`}>
        <h3 className={shared.name}>{personName(person)}</h3>
        <p className={classes.email}>{person.email ?? "No email address"}</p>
        <p className={shared.facts}>
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
      <ActionButton icon={Trash2} disabled={readOnly} onClick={props.onDelete}>
        Delete
      </ActionButton>
    </form>
  );
}

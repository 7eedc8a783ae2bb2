import type { Company } from "@contracts/company.ts";
import type { Person } from "@contracts/person.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useSearchParams } from "react-router-dom";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { ListPlaceholder, type ListWords } from "#features/lists/list-placeholder.tsx";
import { RefreshNotice } from "#features/lists/refresh-notice.tsx";
import { type ListState, useList } from "#features/lists/use-list.ts";
import { peopleScope, readPeople } from "#mirror/person/lists/people.ts";
import { useShownIdentity } from "#session/pin.ts";
import { pullPeople } from "#sync/pull/administration.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { sortIn } from "#ui/data-table/sort.ts";
import { useTableFits } from "#ui/data-table/use-table-fits.ts";
import { RowList } from "#ui/row-list.tsx";
import { showError } from "#ui/toast.ts";
import { DeletePersonDialog } from "../users/delete-person-dialog.tsx";
import { personName } from "../users/person-name.ts";
import { usePersonActions } from "../users/use-person-actions.ts";
import classes from "./people-without-company.module.css";
import { PERSON_COLUMNS } from "./person-columns.ts";
import { PersonWithoutCompany } from "./person-without-company.tsx";

const NOBODY: readonly Person[] = [];
/** The height of a typical row with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 188;

const WORDS: ListWords = {
  // Then nothing is shown.
  empty: "",
  loading: "",
  absent: "",
  failed: "The people without a company could not be loaded.",
};

/** Fetches all people without a company. */
export const pullWithoutCompany = pullPeople(null);

/** The people without a company but the viewer. */
export function usePeopleWithoutCompany(): { people: readonly Person[]; state: ListState } {
  const viewer = useShownIdentity();
  const { rows, state } = useList(peopleScope(null), (db) => readPeople(db, null), []);
  const people = useMemo(() => rows?.filter(({ id }) => id !== viewer?.id), [rows, viewer]);
  return { people: people ?? NOBODY, state };
}

/**
 * People who appear in no company's list because their company was deleted. Shows nothing if only
 * the viewer has no company: a super administrator needs none. If they could not be loaded, it says so:
 * otherwise they would seem to be none.
 */
export function PeopleWithoutCompany(props: {
  people: readonly Person[];
  state: ListState;
  companies: readonly Company[];
  command: AdministrationCommand | null;
  readOnly: boolean;
  /** Called when the last person is gone and the section, which had the focus, has disappeared. */
  onFocusLost: () => void;
}) {
  const { people, state, companies, readOnly, onFocusLost } = props;
  useRefresh(pullWithoutCompany, tellOfPeople);
  const { busy, actions } = usePersonActions(props.command);
  const [asked, setAsked] = useState<Person | null>(null);
  const list = useRef<HTMLElement>(null);
  const tableFits = useTableFits();
  const order = sortIn(useSearchParams());
  const isEmpty = people.length === 0;

  const hadSomebody = useRef(false);
  useEffect(() => {
    if (hadSomebody.current && isEmpty && document.activeElement === document.body) onFocusLost();
    hadSomebody.current = !isEmpty;
  }, [isEmpty, onFocusLost]);

  if (isEmpty && state.phase !== "failed") return null;
  const card = (person: Person) => (
    <PersonWithoutCompany
      person={person}
      companies={companies}
      busy={busy.has(person.id)}
      readOnly={readOnly}
      onAssign={(company) => actions.assign(person, company)}
      onDelete={() => setAsked(person)}
    />
  );
  return (
    <section className={classes.section} aria-labelledby="without-company">
      <div className={classes.head}>
        <h2 id="without-company" tabIndex={-1} className={classes.title}>
          Without a company
        </h2>
        <p className={classes.facts}>Label and Ask work only for people who belong to a company.</p>
      </div>
      <RefreshNotice state={state} />
      {isEmpty && <ListPlaceholder state={state} words={WORDS} rowHeight={USUAL_HEIGHT} compact />}
      {!isEmpty && tableFits && (
        <DataTable
          {...order}
          rows={people}
          columns={PERSON_COLUMNS}
          label="Without a company"
          table={list}
          nameOf={personName}
          details={card}
        />
      )}
      {!isEmpty && !tableFits && (
        <RowList
          rows={people}
          label="Without a company"
          list={list}
          usualHeight={USUAL_HEIGHT}
          row={card}
        />
      )}
      {asked !== null && (
        <DeletePersonDialog
          person={asked}
          onCancel={() => setAsked(null)}
          onDelete={() => {
            // The dialog would return the focus to a button in the deleted row: focus the list
            // instead.
            flushSync(() => setAsked(null));
            list.current?.focus({ preventScroll: true });
            actions.remove(asked);
          }}
        />
      )}
    </section>
  );
}

function tellOfPeople(message: string): void {
  showError("Error loading users", message);
}

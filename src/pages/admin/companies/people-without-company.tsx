import type { Company } from "@contracts/company.ts";
import type { Person } from "@contracts/person.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useSearchParams } from "react-router-dom";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { ListPlaceholder, type ListTexts } from "#features/lists/list-placeholder.tsx";
import { RefreshNotice } from "#features/lists/refresh-notice.tsx";
import { type ListState, useList } from "#features/lists/use-list.ts";
import { PEOPLE } from "#mirror/person/lists/people.ts";
import { listScope, readList } from "#mirror/person/lists/server-list.ts";
import { useShownIdentity } from "#session/pin.ts";
import { pullPeople } from "#sync/pull/pull-administration.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { RowList } from "#ui/row-list.tsx";
import { type SortColumns, sortIn, sortRows } from "#ui/sort.ts";
import { SortField } from "#ui/sort-field.tsx";
import { showError } from "#ui/toast.ts";
import { DeletePersonDialog } from "../users/delete-person-dialog.tsx";
import { PEOPLE_ORDERS } from "../users/people-order.ts";
import { usePersonActions } from "../users/use-person-actions.ts";
import classes from "./people-without-company.module.css";
import { PersonWithoutCompany } from "./person-without-company.tsx";

const NOBODY: readonly Person[] = [];
/** The height of a typical row with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 188;

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
  const { rows, state } = useList(listScope(PEOPLE, null), (db) => readList(db, PEOPLE, null), []);
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
  command: AdministrationCommand | null;
  readOnly: boolean;
  /** Called when the last person is gone and the section, which had the focus, has disappeared. */
  onFocusLost: () => void;
}) {
  const { people, state, companies, readOnly, onFocusLost } = props;
  useRefresh(pullWithoutCompany, showPeopleFailure);
  const { busy, actions } = usePersonActions(props.command);
  const [asked, setAsked] = useState<Person | null>(null);
  const list = useRef<HTMLElement>(null);
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
      {isEmpty && <ListPlaceholder state={state} words={TEXTS} rowHeight={USUAL_HEIGHT} compact />}
      {!isEmpty && (
        <>
          <SortField {...order} columns={ORDERS} usual="Newest first" label="Sort people by" />
          <RowList
            rows={sortRows(people, ORDERS, order.sort)}
            label="Without a company"
            list={list}
            usualHeight={USUAL_HEIGHT}
            row={card}
            dense
          />
        </>
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

function showPeopleFailure(message: string): void {
  showError("Error loading users", message);
}

import type { Person } from "@contracts/person.ts";
import { Button, TextInput } from "@mantine/core";
import { FileUp, History, Search, UserPlus } from "lucide-react";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useSearchParams } from "react-router-dom";
import { AdminDialog } from "#features/administration/admin-dialog.tsx";
import { useCommand, useReadOnlyReason } from "#features/administration/use-command.ts";
import { useCompanyNames } from "#features/administration/use-company-names.ts";
import {
  SEARCH_LIMIT,
  useSearchInAddress,
} from "#features/administration/use-search-in-address.ts";
import { ListPlaceholder, type ListTexts } from "#features/lists/list-placeholder.tsx";
import { RefreshNotice } from "#features/lists/refresh-notice.tsx";
import { useList } from "#features/lists/use-list.ts";
import { PEOPLE } from "#mirror/person/lists/people.ts";
import { listScope, readList } from "#mirror/person/lists/server-list.ts";
import { useShownIdentity } from "#session/pin.ts";
import { pullPeople } from "#sync/pull/pull-administration.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { formatBriefMoment } from "#ui/format.ts";
import { RowList } from "#ui/row-list.tsx";
import { sortIn, sortRows } from "#ui/sort.ts";
import { SortField } from "#ui/sort-field.tsx";
import { showError } from "#ui/toast.ts";
import { AddUserDialog } from "./add-user-dialog.tsx";
import { AgentAccessDialog } from "./agent-access-dialog.tsx";
import { ChangeLog } from "./change-log.tsx";
import type { TypedUser } from "./check-new-user.ts";
import { DeletePersonDialog } from "./delete-person-dialog.tsx";
import { findPeople } from "./find-people.ts";
import { ImportDialog } from "./import/import-dialog.tsx";
import { PEOPLE_ORDERS } from "./people-order.ts";
import { PersonRow, type PersonRowActions } from "./person-row.tsx";
import { ResetDialog } from "./reset-dialog.tsx";
import { usePersonActions } from "./use-person-actions.ts";
import classes from "./users-panel.module.css";

const NOBODY: TypedUser = {
  fullName: "",
  email: "",
  password: "",
  companyId: "",
  role: "field_tech",
  snap: false,
  voice: false,
  label: false,
};

/** The height of a typical row with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 242;

const TEXTS: ListTexts = {
  empty: "No team members yet",
  loading: "Loading team members...",
  failed: "The team members could not be loaded.",
  absent: "The team members are not on this device. They come when you are back online.",
};

/** The people of a company. */
export function UsersPanel({ companyId }: { companyId: string | null }) {
  const viewer = useShownIdentity();
  const command = useCommand();
  const readOnlyReason = useReadOnlyReason();
  const offline = readOnlyReason !== null;
  const readOnly = offline || command === null;
  const { rows: people, state } = useList(
    companyId === null ? null : listScope(PEOPLE, companyId),
    async (db) => (companyId === null ? [] : readList(db, PEOPLE, companyId)),
    [companyId],
  );
  const { refreshed } = state;
  useRefresh(
    useMemo(() => (companyId === null ? null : pullPeople(companyId)), [companyId]),
    showPeopleFailure,
  );

  const list = useRef<HTMLElement>(null);
  const order = sortIn(useSearchParams());
  const [typed, setTyped] = useSearchInAddress();
  // The field shows a typed letter at once; the list follows when the browser has time.
  const wanted = useDeferredValue(typed);
  const { sort } = order;
  const found = useMemo(
    () => sortRows(findPeople(people ?? [], wanted), PEOPLE_ORDERS, sort),
    [people, wanted, sort],
  );
  const [adding, setAdding] = useState(false);
  const [importing, setImporting] = useState(false);
  const [readsLog, setReadsLog] = useState(false);
  const changes = useMemo(() => (companyId === null ? null : { companyId }), [companyId]);
  const companyName = useCompanyNames().get(companyId ?? "") ?? null;
  // Kept here, so that a dialog that is closed by mistake shows the typed text again.
  const [newUser, setNewUser] = useState<TypedUser>({ ...NOBODY, companyId: companyId ?? "" });
  const [asked, setAsked] = useState<{
    about: "delete" | "access" | "reset";
    person: Person;
  } | null>(null);
  const { busy, actions } = usePersonActions(command);
  // Keep the same object between renders: otherwise every row would render again.
  const rowActions = useMemo(
    (): PersonRowActions => ({
      setRole: actions.setRole,
      setStatus: actions.setStatus,
      editAccess: (person) => setAsked({ about: "access", person }),
      resetSignIn: (person) => setAsked({ about: "reset", person }),
      remove: (person) => setAsked({ about: "delete", person }),
    }),
    [actions],
  );

  if (viewer === null) return null;
  const card = (person: Person) => (
    <PersonRow
      person={person}
      viewerId={viewer.id}
      viewerRole={viewer.role}
      busy={busy.has(person.id)}
      readOnly={readOnly}
      actions={rowActions}
    />
  );
  const isEmpty = people === undefined || people.length === 0;
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <h2 className={classes.title}>Team Members</h2>
        <div className={classes.add}>
          {changes !== null && (
            <Button
              variant="default"
              leftSection={<History size={20} aria-hidden />}
              onClick={() => setReadsLog(true)}
            >
              Changes
            </Button>
          )}
          {companyId !== null && (
            <Button
              variant="default"
              leftSection={<FileUp size={20} aria-hidden />}
              // The people who are there already must be known first.
              disabled={readOnly || typeof refreshed !== "number"}
              onClick={() => setImporting(true)}
            >
              Import CSV
            </Button>
          )}
          <Button
            leftSection={<UserPlus size={20} aria-hidden />}
            disabled={readOnly}
            onClick={() => setAdding(true)}
          >
            Add User
          </Button>
        </div>
      </div>
      {offline && (
        <p className={classes.notice}>
          {readOnlyReason}
          {typeof refreshed === "number" && ` As of ${formatBriefMoment(refreshed, Date.now())}.`}
        </p>
      )}
      <RefreshNotice state={state} />
      {!isEmpty && (
        <div className={classes.find}>
          <TextInput
            type="search"
            aria-label="Search by name or email"
            placeholder="Search by name or email"
            leftSection={<Search size={20} aria-hidden />}
            maxLength={SEARCH_LIMIT}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <SortField {...order} columns={PEOPLE_ORDERS} usual="Newest first" />
          <p className={classes.count} role="status">
            {formatCount(found.length, people.length)}
            {viewer.role === "admin" &&
              " A super administrator can reset the password or second factor of an administrator."}
          </p>
        </div>
      )}
      {found.length > 0 && (
        <RowList
          rows={found}
          label="Team Members"
          list={list}
          usualHeight={USUAL_HEIGHT}
          row={card}
          dense
        />
      )}
      {isEmpty && <ListPlaceholder state={state} words={TEXTS} rowHeight={USUAL_HEIGHT} />}
      {adding && (
        <AddUserDialog
          typed={newUser}
          onType={setNewUser}
          choosesCompany={viewer.role === "super_admin"}
          command={command}
          readOnlyReason={readOnlyReason}
          onClose={() => setAdding(false)}
          onCreated={() => {
            setAdding(false);
            setNewUser({ ...NOBODY, companyId: companyId ?? "" });
          }}
        />
      )}
      {readsLog && changes !== null && (
        <AdminDialog
          company={{ id: companyId }}
          onClose={() => setReadsLog(false)}
          title="Changes of Team Members"
          size="lg"
        >
          <ChangeLog of={changes} />
        </AdminDialog>
      )}
      {importing && companyId !== null && (
        <ImportDialog
          companyId={companyId}
          companyName={companyName}
          people={people ?? []}
          command={command}
          readOnlyReason={readOnlyReason}
          onClose={() => setImporting(false)}
        />
      )}
      {asked?.about === "access" && (
        <AgentAccessDialog
          person={asked.person}
          readOnlyReason={readOnlyReason}
          onCancel={() => setAsked(null)}
          onSave={(access) => {
            setAsked(null);
            actions.setAccess(asked.person, access);
          }}
        />
      )}
      {asked?.about === "reset" && (
        <ResetDialog
          person={asked.person}
          command={command}
          readOnlyReason={readOnlyReason}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.about === "delete" && (
        <DeletePersonDialog
          person={asked.person}
          onCancel={() => setAsked(null)}
          onDelete={() => {
            // The dialog would return the focus to a button in the deleted row: focus the list
            // instead.
            flushSync(() => setAsked(null));
            list.current?.focus({ preventScroll: true });
            actions.remove(asked.person);
          }}
        />
      )}
    </div>
  );
}

function formatCount(found: number, all: number): string {
  if (found === 0) return "Nobody matches that.";
  const people = all === 1 ? "1 person" : `${all.toLocaleString()} people`;
  return found === all ? people : `${found.toLocaleString()} of ${people}`;
}

function showPeopleFailure(message: string): void {
  showError("Error loading users", message);
}

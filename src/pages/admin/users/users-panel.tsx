import type { Person } from "@contracts/person.ts";
import { Button, TextInput } from "@mantine/core";
import { FileUp, History, Search, UserPlus } from "lucide-react";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useSearchParams } from "react-router-dom";
import { AdminDialog } from "#features/administration/admin-dialog.tsx";
import shared from "#features/administration/administration.module.css";
import { SEARCH_LIMIT, useSearchInAddress } from "#features/administration/list-in-address.ts";
import { ReadOnlyNotice } from "#features/administration/notices.tsx";
import { useReadOnly } from "#features/administration/use-command.ts";
import {
  ListPlaceholder,
  type ListTexts,
  RefreshNotice,
} from "#features/lists/list-placeholder.tsx";
import { useList } from "#features/lists/use-list.ts";
import { PEOPLE } from "#mirror/person/lists/people.ts";
import { listScope, readList } from "#mirror/person/lists/server-list.ts";
import { useShownIdentity } from "#session/pin.ts";
import { pullPeople } from "#sync/pull/pull-administration.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { RowList } from "#ui/row-list.tsx";
import { sortIn, sortRows } from "#ui/sort.ts";
import { SortField } from "#ui/sort-field.tsx";
import { showError } from "#ui/toast.ts";
import { AddUserDialog } from "./add-user-dialog.tsx";
import { ChangeLog } from "./change-log.tsx";
import type { TypedUser } from "./check-new-user.ts";
import { ImportDialog } from "./import/import-dialog.tsx";
import { findPeople, PEOPLE_ORDERS } from "./people.ts";
import { AgentAccessDialog, DeletePersonDialog } from "./person-dialogs.tsx";
import { PersonRow, type PersonRowActions } from "./person-row.tsx";
import { ResetDialog } from "./reset-dialog.tsx";
import { usePersonActions } from "./use-person-actions.ts";
import classes from "./users-panel.module.css";

const NOBODY: TypedUser = {
  ...{ fullName: "", email: "", password: "", companyId: "", role: "field_tech" },
  ...{ snap: false, voice: false, label: false },
};

/** The height of a typical row with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 242;

const TEXTS: ListTexts = {
  empty: "No team members yet",
  loading: "Loading team members...",
  failed: "The team members could not be loaded.",
  absent: "The team members are not on this device. They come when you are back online.",
};

/** What a dialog is open about. */
type Asked =
  | { about: "new" | "log" | "import" }
  | { about: "delete" | "access" | "reset"; person: Person };

/** The people of a company. */
export function UsersPanel({ companyId }: { companyId: string | null }) {
  const viewer = useShownIdentity();
  const readOnly = useReadOnly();
  const { rows: people = [], state } = useList(
    companyId === null ? null : listScope(PEOPLE, companyId),
    async (db) => (companyId === null ? [] : readList(db, PEOPLE, companyId)),
    [companyId],
  );
  useRefresh(
    useMemo(() => (companyId === null ? null : pullPeople(companyId)), [companyId]),
    (message) => showError("Error loading users", message),
  );

  const list = useRef<HTMLElement>(null);
  const order = sortIn(useSearchParams());
  const [typed, setTyped] = useSearchInAddress();
  // The field shows a typed letter at once; the list follows when the browser has time.
  const wanted = useDeferredValue(typed);
  const { sort } = order;
  const found = useMemo(
    () => sortRows(findPeople(people, wanted), PEOPLE_ORDERS, sort),
    [people, wanted, sort],
  );
  const changes = useMemo(() => ({ companyId: companyId ?? "" }), [companyId]);
  // Kept here, so that a dialog that is closed by mistake shows the typed text again.
  const [newUser, setNewUser] = useState<TypedUser>({ ...NOBODY, companyId: companyId ?? "" });
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const { busy, actions } = usePersonActions();
  // Keep the same object between renders: otherwise every row would render again.
  const rowActions = useMemo(
    (): PersonRowActions => ({
      ...actions,
      editAccess: (person) => setAsked({ about: "access", person }),
      resetSignIn: (person) => setAsked({ about: "reset", person }),
      remove: (person) => setAsked({ about: "delete", person }),
    }),
    [actions],
  );

  if (viewer === null) return null;
  return (
    <div className={shared.panel}>
      <div className={shared.head}>
        <h2 className={shared.title}>Team Members</h2>
        <div className={classes.add}>
          {companyId !== null && (
            <>
              <Button
                variant="default"
                leftSection={<History size={20} aria-hidden />}
                onClick={() => setAsked({ about: "log" })}
              >
                Changes
              </Button>
              <Button
                variant="default"
                leftSection={<FileUp size={20} aria-hidden />}
                // The people who are there already must be known first.
                disabled={readOnly || typeof state.refreshed !== "number"}
                onClick={() => setAsked({ about: "import" })}
              >
                Import CSV
              </Button>
            </>
          )}
          <Button
            leftSection={<UserPlus size={20} aria-hidden />}
            disabled={readOnly}
            onClick={() => setAsked({ about: "new" })}
          >
            Add User
          </Button>
        </div>
      </div>
      <ReadOnlyNotice refreshed={state.refreshed} />
      <RefreshNotice state={state} />
      {people.length > 0 && (
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
          row={(person) => (
            <PersonRow
              person={person}
              viewerId={viewer.id}
              viewerRole={viewer.role}
              busy={busy.has(person.id)}
              readOnly={readOnly}
              actions={rowActions}
            />
          )}
          dense
        />
      )}
      {people.length === 0 && (
        <ListPlaceholder state={state} words={TEXTS} rowHeight={USUAL_HEIGHT} />
      )}
      {asked?.about === "new" && (
        <AddUserDialog
          typed={newUser}
          onType={setNewUser}
          choosesCompany={viewer.role === "super_admin"}
          onClose={close}
          onCreated={() => {
            close();
            setNewUser({ ...NOBODY, companyId: companyId ?? "" });
          }}
        />
      )}
      {asked?.about === "log" && (
        <AdminDialog
          company={{ id: companyId }}
          onClose={close}
          title="Changes of Team Members"
          size="lg"
        >
          <ChangeLog of={changes} />
        </AdminDialog>
      )}
      {asked?.about === "import" && companyId !== null && (
        <ImportDialog companyId={companyId} people={people} onClose={close} />
      )}
      {asked?.about === "access" && (
        <AgentAccessDialog
          person={asked.person}
          onCancel={close}
          onSave={(access) => {
            close();
            actions.setAccess(asked.person, access);
          }}
        />
      )}
      {asked?.about === "reset" && <ResetDialog person={asked.person} onClose={close} />}
      {asked?.about === "delete" && (
        <DeletePersonDialog
          person={asked.person}
          onCancel={close}
          onDelete={() => {
            // The dialog would return the focus to a button in the deleted row: focus the list
            // instead.
            flushSync(close);
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

import type { Person } from "@contracts/person.ts";
import { Button, TextInput } from "@mantine/core";
import { FileUp, History, Search, SlidersHorizontal, UserPlus } from "lucide-react";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { ActionButton } from "#features/administration/action-button.tsx";
import { AdminDialog } from "#features/administration/admin-dialog.tsx";
import shared from "#features/administration/administration.module.css";
import { Check } from "#features/administration/choices.tsx";
import { useSearchInAddress } from "#features/administration/list-in-address.ts";
import { ReadOnlyNotice } from "#features/administration/notices.tsx";
import { useReadOnly } from "#features/administration/use-command.ts";
import { listTexts } from "#features/lists/list-placeholder.tsx";
import { ServerRows } from "#features/lists/sorted-rows.tsx";
import { useShownIdentity } from "#session/pin.ts";
import { AddUserDialog } from "./add-user-dialog.tsx";
import { ChangeLog } from "./change-log.tsx";
import type { TypedUser } from "./check-new-user.ts";
import { ImportDialog } from "./import/import-dialog.tsx";
import { findPeople, formatPeopleCount, PEOPLE_ORDERS, rightsOver } from "./people.ts";
import { AgentAccessDialog, DeletePersonDialog } from "./person-dialogs.tsx";
import { PersonRow, type PersonRowActions } from "./person-row.tsx";
import { ResetDialog } from "./reset-dialog.tsx";
import { usePeople } from "./use-people.ts";
import { usePersonActions } from "./use-person-actions.ts";
import classes from "./users-panel.module.css";

const NO_PEOPLE: readonly Person[] = [];
const NOBODY: TypedUser = {
  ...{ fullName: "", email: "", password: "", companyId: "", role: "field_tech" },
  ...{ snap: false, voice: false, label: false },
};

const TEXTS = listTexts("No team members yet", "team members");

/** What a dialog is open about. */
type Asked =
  | { about: "new" | "log" | "import" }
  | { about: "delete" | "reset"; person: Person }
  | { about: "access"; people: readonly [Person, ...Person[]] };

/** The people of a company. */
export function UsersPanel({ companyId }: { companyId: string | null }) {
  const viewer = useShownIdentity();
  const readOnly = useReadOnly();
  const { rows: people = NO_PEOPLE, state } = usePeople(companyId, "Error loading users");
  const list = useRef<HTMLElement>(null);
  const [typed, searchField] = useSearchInAddress();
  // The field shows a typed letter at once; the list follows when the browser has time.
  const wanted = useDeferredValue(typed);
  const found = useMemo(() => findPeople(people, wanted), [people, wanted]);
  const changes = useMemo(() => ({ companyId: companyId ?? "" }), [companyId]);
  // Kept here, so that a dialog that is closed by mistake shows the typed text again.
  const [newUser, setNewUser] = useState<TypedUser>({ ...NOBODY, companyId: companyId ?? "" });
  const [asked, setAsked] = useState<Asked | null>(null);
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  const close = () => setAsked(null);
  const { busy, actions } = usePersonActions();
  // Keep the same object between renders: otherwise every row would render again.
  const rowActions = useMemo(
    (): PersonRowActions => ({
      ...actions,
      select: (chosen, isSelected) => {
        const ids = chosen.map(({ id }) => id);
        setSelectedIds((before) => [
          ...before.filter((id) => !ids.includes(id)),
          ...(isSelected ? ids : []),
        ]);
      },
      editAccess: (person) => setAsked({ about: "access", people: [person] }),
      resetSignIn: (person) => setAsked({ about: "reset", person }),
      remove: (person) => setAsked({ about: "delete", person }),
    }),
    [actions],
  );

  if (viewer === null) return null;
  const isEditable = (person: Person) => rightsOver(viewer, person).editAccess;
  const shown = found.filter(isEditable);
  const selected = people.filter((person) => selectedIds.includes(person.id) && isEditable(person));
  const [first, ...others] = selected;
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
      <ServerRows
        rows={found}
        state={state}
        words={TEXTS}
        none={people.length > 0}
        columns={PEOPLE_ORDERS}
        usual="Newest first"
        head={(order) =>
          people.length > 0 && (
            <div className={classes.find}>
              <TextInput
                {...searchField}
                aria-label="Search by name or email"
                placeholder="Search by name or email"
                leftSection={<Search size={20} aria-hidden />}
              />
              {order}
              <p className={classes.count} role="status">
                {formatCount(found.length, people.length)}
              </p>
              <div className={classes.several}>
                <Check
                  label="Select all shown"
                  checked={shown.length > 0 && shown.every((person) => selected.includes(person))}
                  onChange={(isSelected) => rowActions.select(shown, isSelected)}
                />
                {first !== undefined && (
                  <ActionButton
                    icon={SlidersHorizontal}
                    disabled={readOnly}
                    onClick={() => setAsked({ about: "access", people: [first, ...others] })}
                  >
                    Edit access of {formatPeopleCount(selected.length)}
                  </ActionButton>
                )}
              </div>
            </div>
          )
        }
        label="Team Members"
        list={list}
        usualHeight={130}
        row={(person) => (
          <PersonRow
            person={person}
            viewer={viewer}
            busy={busy.has(person.id)}
            selected={selectedIds.includes(person.id)}
            readOnly={readOnly}
            actions={rowActions}
          />
        )}
      />
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
          people={asked.people}
          onCancel={close}
          onSave={(change) => {
            close();
            if (asked.people.length > 1) setSelectedIds([]);
            void actions.setAccess(asked.people, change);
          }}
        />
      )}
      {asked?.about === "reset" && <ResetDialog person={asked.person} onClose={close} />}
      {asked?.about === "delete" && (
        <DeletePersonDialog
          person={asked.person}
          list={list}
          onClose={close}
          onDelete={actions.remove}
        />
      )}
    </div>
  );
}

function formatCount(found: number, all: number): string {
  if (found === 0) return "Nobody matches that.";
  const people = formatPeopleCount(all);
  return found === all ? people : `${found.toLocaleString()} of ${people}`;
}

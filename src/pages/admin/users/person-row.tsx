import type { Person } from "@contracts/person.ts";
import type { Role } from "@contracts/role.ts";
import { NativeSelect } from "@mantine/core";
import { KeyRound, SlidersHorizontal, Trash2, UserCheck, UserX } from "lucide-react";
import { memo } from "react";
import { Link } from "react-router-dom";
import { ActionButton } from "#features/administration/action-button.tsx";
import shared from "#features/administration/administration.module.css";
import { formatDay } from "#ui/format.ts";
import rows from "#ui/row.module.css";
import { AgentIcons } from "../agent-icons.tsx";
import { agentsOf, personName, ROLE_NAMES, rightsOver } from "./people.ts";
import classes from "./person-row.module.css";

/** The roles that can be assigned here. */
const GIVEN: readonly Role[] = ["field_tech", "admin"];

/** The actions that a row can start. */
export interface PersonRowActions {
  select: (people: readonly Person[], isSelected: boolean) => void;
  setRole: (person: Person, role: Role) => void;
  setStatus: (person: Person, status: Person["status"]) => void;
  editAccess: (person: Person) => void;
  resetSignIn: (person: Person) => void;
  remove: (person: Person) => void;
}

/** A person of the company, and the actions that the viewer may use. */
export const PersonRow = memo(function PersonRow(props: {
  person: Person;
  viewer: { id: string; role: Role };
  /** A change is being saved. */
  busy: boolean;
  /** Whether it is among those whose access is edited together. */
  selected: boolean;
  readOnly: boolean;
  actions: PersonRowActions;
}) {
  const { person, viewer, busy, readOnly, actions } = props;
  const rights = rightsOver(viewer, person);
  const suspended = person.status === "suspended";
  return (
    <div className={`${rows.row} ${classes.row}`} aria-busy={busy}>
      {rights.editAccess && (
        <label className={classes.select}>
          <input
            type="checkbox"
            className={shared.box}
            aria-label={`Select ${personName(person)}`}
            checked={props.selected}
            onChange={(event) => actions.select([person], event.currentTarget.checked)}
          />
        </label>
      )}
      <div className={`${shared.lines} ${classes.about}`}>
        <h3 className={`${shared.name} ${classes.name}`}>
          {personName(person)}
          {person.id === viewer.id && <span className={classes.you}>You</span>}
          {suspended && <span className={classes.suspended}>Suspended</span>}
        </h3>
        <p className={classes.email}>{person.email ?? "No email address"}</p>
      </div>
      <p className={classes.access}>
        <AgentIcons agents={agentsOf(person)} />
      </p>
      <p className={`${shared.facts} ${classes.facts}`}>
        Joined {formatDay(Date.parse(person.created_at))}
        {person.company_id !== null && ` · Company ${person.company_id.slice(0, 8)}`}
        <span className={classes.user}> · User {person.id.slice(0, 8)}</span>
      </p>
      <div className={`${rows.actions} ${classes.actions}`}>
        {rights.editStatus ? (
          <NativeSelect
            aria-label="Role"
            className={classes.role ?? ""}
            // Leaves room for the longest role.
            rightSectionWidth={36}
            value={person.role}
            disabled={readOnly}
            data={rolesFor(person.role)}
            onChange={(event) => actions.setRole(person, event.currentTarget.value as Role)}
          />
        ) : (
          <p className={classes.label}>{ROLE_NAMES[person.role]}</p>
        )}
        {rights.editAccess && (
          <ActionButton
            icon={SlidersHorizontal}
            disabled={readOnly}
            onClick={() => actions.editAccess(person)}
          >
            Edit Agent Access
          </ActionButton>
        )}
        {rights.resetSignIn && (
          <ActionButton
            classNames={{ root: classes.reset ?? "", label: classes.resetLabel ?? "" }}
            icon={KeyRound}
            title="Reset Password or Second Factor"
            disabled={readOnly}
            onClick={() => actions.resetSignIn(person)}
          >
            <span>
              Reset <span className={classes.whole}>Password or Second Factor</span>
            </span>
          </ActionButton>
        )}
        {rights.editStatus && (
          <>
            <ActionButton
              icon={suspended ? UserCheck : UserX}
              disabled={readOnly}
              onClick={() => actions.setStatus(person, suspended ? "active" : "suspended")}
            >
              {suspended ? "Activate" : "Suspend"}
            </ActionButton>
            <ActionButton icon={Trash2} disabled={readOnly} onClick={() => actions.remove(person)}>
              Delete
            </ActionButton>
          </>
        )}
      </div>
      {person.id === viewer.id && (
        <p className={classes.own}>
          <Link to="/settings" className={`${shared.link} ${shared.facts}`}>
            Change your own password and second factors in Settings
          </Link>
        </p>
      )}
      {rights.editStatus && !rights.resetSignIn && (
        <p className={`${shared.facts} ${classes.own}`}>
          A super administrator can reset the password or second factor of an administrator.
        </p>
      )}
    </div>
  );
});

/**
 * The roles in the selector. A super administrator can get another role here, but nobody can become
 * one.
 */
function rolesFor(role: Role): { value: Role; label: string }[] {
  const roles = GIVEN.includes(role) ? GIVEN : [...GIVEN, role];
  return roles.map((value) => ({ value, label: ROLE_NAMES[value] }));
}

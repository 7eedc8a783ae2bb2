import type { Person } from "@contracts/person.ts";
import type { Role } from "@contracts/role.ts";
import { Button } from "@mantine/core";
import { KeyRound } from "lucide-react";
import type { Column } from "#ui/data-table/column.ts";
import { dayWords } from "#ui/format.ts";
import classes from "./people-columns.module.css";
import { personName } from "./person-name.ts";
import { rightsOver } from "./person-rights.ts";
import { ROLE_WORDS } from "./role-words.ts";

/** The visible name of each status. */
const STATUS_WORDS: Readonly<Record<Person["status"], string>> = {
  active: "Active",
  suspended: "Suspended",
};

/** What every viewer sees of a person. */
export const PERSON_FACTS: readonly Column<Person>[] = [
  { id: "name", title: "Name", cell: personName, sortBy: personName },
  {
    id: "email",
    title: "Email",
    cell: ({ email }) => email ?? "No email address",
    sortBy: ({ email }) => email,
  },
  {
    id: "role",
    title: "Role",
    cell: ({ role }) => ROLE_WORDS[role],
    sortBy: ({ role }) => ROLE_WORDS[role],
    width: "9.5rem",
    secondary: true,
  },
  {
    id: "status",
    title: "Status",
    cell: ({ status }) => STATUS_WORDS[status],
    sortBy: ({ status }) => STATUS_WORDS[status],
    width: "7rem",
    secondary: true,
  },
  {
    id: "joined",
    title: "Joined",
    cell: ({ created_at }) => dayWords(Date.parse(created_at)),
    sortBy: ({ created_at }) => Date.parse(created_at),
    descendingFirst: true,
    width: "8.25rem",
    secondary: true,
  },
];

/**
 * The people of a company as a table, with a way to help each who cannot sign in, as far as the
 * viewer may.
 */
export function peopleColumns(props: {
  viewer: { id: string; role: Role };
  readOnly: boolean;
  onReset: (person: Person) => void;
}): readonly Column<Person>[] {
  const { viewer, readOnly, onReset } = props;
  return [
    ...PERSON_FACTS,
    {
      id: "sign-in",
      title: "Sign-in",
      cell: (person, tabIndex) =>
        rightsOver(viewer, person).resetSignIn && (
          <Button
            variant="default"
            className={classes.reset ?? ""}
            leftSection={<KeyRound size={16} aria-hidden />}
            aria-label={`Reset sign-in of ${personName(person)}`}
            tabIndex={tabIndex}
            disabled={readOnly}
            onClick={() => onReset(person)}
          >
            Reset
          </Button>
        ),
      width: "7.75rem",
      secondary: true,
    },
  ];
}

import type { Person } from "@contracts/person.ts";
import type { Column } from "#ui/data-table/column.ts";
import { dayWords } from "#ui/format.ts";
import { personName } from "./person-name.ts";
import { ROLE_WORDS } from "./role-words.ts";

/** The visible name of each status. */
const STATUS_WORDS: Readonly<Record<Person["status"], string>> = {
  active: "Active",
  suspended: "Suspended",
};

/** The people of a company as a table. */
export const PEOPLE_COLUMNS: readonly Column<Person>[] = [
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
    width: "8rem",
    secondary: true,
  },
  {
    id: "joined",
    title: "Joined",
    cell: ({ created_at }) => dayWords(Date.parse(created_at)),
    sortBy: ({ created_at }) => Date.parse(created_at),
    descendingFirst: true,
    width: "9rem",
    secondary: true,
  },
];

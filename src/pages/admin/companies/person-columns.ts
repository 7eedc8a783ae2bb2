import type { Person } from "@contracts/person.ts";
import type { Column } from "#ui/data-table/column.ts";
import { dayWords } from "#ui/format.ts";
import { personName } from "../users/person-name.ts";
import { ROLE_WORDS } from "../users/role-words.ts";

/**
 * The people without a company as a table. The companies above it have columns of other names in
 * the address.
 */
export const PERSON_COLUMNS: readonly Column<Person>[] = [
  { id: "person", title: "Name", cell: personName, sortBy: personName },
  {
    id: "person-email",
    title: "Email",
    cell: ({ email }) => email ?? "No email address",
    sortBy: ({ email }) => email,
  },
  {
    id: "person-role",
    title: "Role",
    cell: ({ role }) => ROLE_WORDS[role],
    sortBy: ({ role }) => ROLE_WORDS[role],
    width: "11rem",
    secondary: true,
  },
  {
    id: "person-joined",
    title: "Joined",
    cell: ({ created_at }) => dayWords(Date.parse(created_at)),
    sortBy: ({ created_at }) => Date.parse(created_at),
    descendingFirst: true,
    width: "9rem",
    secondary: true,
  },
];

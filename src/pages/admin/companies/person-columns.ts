import type { Person } from "@contracts/person.ts";
import type { Column } from "#ui/data-table/column.ts";
import { PERSON_FACTS } from "../users/people-columns.tsx";

/**
 * The people without a company as a table. The companies above it have columns of other names in
 * the address.
 */
export const PERSON_COLUMNS: readonly Column<Person>[] = PERSON_FACTS.filter(
  ({ id }) => id !== "status",
).map((column) => ({ ...column, id: `person-${column.id}` }));

import type { Company } from "@contracts/company.ts";
import type { Column } from "#ui/data-table/column.ts";
import { dayWords } from "#ui/format.ts";

/**
 * The companies as a table.
 * @param nameOf the name of a company, told apart from that of another one
 */
export function companyColumns(nameOf: (company: Company) => string): readonly Column<Company>[] {
  return [
    { id: "name", title: "Name", cell: nameOf, sortBy: nameOf },
    {
      id: "users",
      title: "Users",
      cell: ({ user_count }) => user_count.toLocaleString(),
      sortBy: ({ user_count }) => user_count,
      descendingFirst: true,
      width: "7rem",
    },
    {
      id: "files",
      title: "Files",
      cell: ({ file_count }) => file_count.toLocaleString(),
      sortBy: ({ file_count }) => file_count,
      descendingFirst: true,
      width: "7rem",
    },
    {
      id: "factor",
      title: "Second factor",
      cell: (company) => (isRequired(company) ? "Required" : "Not required"),
      sortBy: (company) => Number(isRequired(company)),
      width: "11rem",
      secondary: true,
    },
    {
      id: "created",
      title: "Created",
      cell: ({ created_at }) => dayWords(Date.parse(created_at)),
      sortBy: ({ created_at }) => Date.parse(created_at),
      descendingFirst: true,
      width: "9rem",
      secondary: true,
    },
    {
      id: "id",
      title: "ID",
      cell: ({ id }) => id.slice(0, 8),
      width: "7.5rem",
      secondary: true,
    },
  ];
}

/** A row mirrored by an older version of the app does not have this field. */
function isRequired({ require_second_factor }: Company): boolean {
  return require_second_factor === true;
}

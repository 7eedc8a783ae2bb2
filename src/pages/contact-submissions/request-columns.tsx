import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import type { Column } from "#ui/data-table/column.ts";
import { dayWords } from "#ui/format.ts";
import { SORT_VALUES } from "./filter.ts";
import { REQUEST_STATUSES, type RequestStatus } from "./request-status.ts";
import { StatusBadge } from "./status-badge.tsx";

/**
 * The requests as a table.
 * @param held the statuses by which requests are sorted that the viewer works on
 */
export function requestColumns(
  held: ReadonlyMap<string, RequestStatus>,
): readonly Column<EarlyAccessRequest>[] {
  return [
    {
      id: "name",
      title: "Name",
      cell: ({ name }) => name,
      sortBy: SORT_VALUES.name,
    },
    {
      id: "company",
      title: "Company",
      cell: ({ company }) => company,
      sortBy: SORT_VALUES.company,
    },
    {
      id: "email",
      title: "Email",
      cell: ({ email }) => email,
      width: "11rem",
      secondary: true,
    },
    {
      id: "techs",
      title: "Techs",
      cell: ({ field_tech_count }) => field_tech_count,
      width: "5.5rem",
      secondary: true,
    },
    {
      id: "crm",
      title: "CRM",
      cell: ({ current_crm }) => current_crm,
      width: "7.5rem",
      secondary: true,
    },
    {
      id: "status",
      title: "Status",
      cell: ({ status }) => <StatusBadge status={status} />,
      sortBy: ({ id, status }) => REQUEST_STATUSES.indexOf(held.get(id) ?? status),
      width: "11.5rem",
    },
    {
      id: "submitted",
      title: "Submitted",
      cell: ({ created_at }) => dayWords(Date.parse(created_at)),
      sortBy: SORT_VALUES.submitted,
      width: "8.5rem",
      secondary: true,
    },
  ];
}

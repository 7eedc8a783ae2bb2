import type { Person } from "@contracts/person.ts";
import type { SortColumns } from "#ui/sort.ts";
import { personName } from "./person-name.ts";
import { ROLE_NAMES } from "./role-names.ts";

/** The columns by which people can be sorted. */
export const PEOPLE_ORDERS = {
  name: { title: "Name", value: personName },
  email: { title: "Email", value: ({ email }) => email },
  role: { title: "Role", value: ({ role }) => ROLE_NAMES[role] },
  status: { title: "Status", value: ({ status }) => status },
  joined: {
    title: "Joined",
    value: ({ created_at }) => Date.parse(created_at),
    largestFirst: true,
  },
} as const satisfies SortColumns<Person>;

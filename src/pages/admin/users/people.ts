import { AGENT_IDS, AGENTS, type Agent } from "@contracts/agent.ts";
import type { Person } from "@contracts/person.ts";
import type { Role } from "@contracts/role.ts";
import type { SortColumns } from "#ui/sort.ts";

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  field_tech: "Field Technician",
  admin: "Administrator",
  super_admin: "Super Admin",
};

/** A person's name in the list. */
export function personName({ full_name }: Pick<Person, "full_name">): string {
  return full_name?.trim() || "Unnamed User";
}

/** The agents that a person's permissions open to them. */
export function agentsOf(person: Person): Agent[] {
  return AGENT_IDS.filter((agent) => {
    const { permission } = AGENTS[agent];
    return permission !== null && person[permission];
  });
}

/** "1 person", "12 people". */
export function formatPeopleCount(count: number): string {
  return count === 1 ? "1 person" : `${count.toLocaleString()} people`;
}

/** The names of people in one text; of many, the first five and how many more there are. */
export function listNames(people: readonly Person[]): string {
  const names = people.slice(0, 5).map(personName).join(", ");
  return people.length > 5 ? `${names} and ${people.length - 5} more` : names;
}

export const PEOPLE_ORDERS = {
  name: { title: "Name", value: personName },
  email: { title: "Email", value: ({ email }) => email },
  role: { title: "Role", value: ({ role }) => ROLE_NAMES[role] },
  access: { title: "Access", value: (person) => agentsOf(person).join() },
  status: { title: "Status", value: ({ status }) => status },
  joined: {
    title: "Joined",
    value: ({ created_at }) => Date.parse(created_at),
    largestFirst: true,
  },
} as const satisfies SortColumns<Person>;

/** People whose name or email address contains the typed text, ignoring case. */
export function findPeople(people: readonly Person[], typed: string): readonly Person[] {
  const wanted = typed.trim().toLowerCase();
  return people.filter((person) =>
    [personName(person), person.email ?? ""].some((text) => text.toLowerCase().includes(wanted)),
  );
}

/**
 * The rights of an administrator over a person in the list: to change which agents they may use; to
 * change their role, suspend and delete them; to set a temporary password and remove second factors.
 * People may not change their own status. Whoever sets a person's password can sign in as them: only a
 * super administrator may for administrators.
 */
export function rightsOver(
  viewer: { id: string; role: Role },
  person: Pick<Person, "id" | "role">,
): { editAccess: boolean; editStatus: boolean; resetSignIn: boolean } {
  const editAccess =
    viewer.role === "super_admin" || (viewer.role === "admin" && person.role !== "super_admin");
  const editStatus = editAccess && viewer.id !== person.id;
  const resetSignIn = editStatus && (viewer.role === "super_admin" || person.role === "field_tech");
  return { editAccess, editStatus, resetSignIn };
}

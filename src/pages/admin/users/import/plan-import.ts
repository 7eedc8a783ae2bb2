import type { Person } from "@contracts/person.ts";
import type { CreateUserRequest } from "@contracts/user-requests.ts";
import { checkNewUser } from "../check-new-user.ts";
import type { ReadPerson } from "./read-people-csv.ts";

/** The plan for a line of the file. */
export type Fate =
  | { kind: "create"; request: CreateUserRequest; key: string }
  | { kind: "there" }
  | { kind: "invalid"; problem: string };

/** A line of the file with its fate. */
export interface PlannedPerson {
  id: string;
  person: ReadPerson;
  fate: Fate;
}

/**
 * Decides the fate of each line before anything is sent.
 * @param people the people who are in the company already
 * @param passwordMinimum the shortest password of this deployment, in characters
 */
export function planImport(
  read: readonly ReadPerson[],
  companyId: string,
  people: readonly Pick<Person, "email">[],
  passwordMinimum: number,
): readonly PlannedPerson[] {
  const there = new Set(people.map(({ email }) => email?.toLowerCase()));
  const lines = new Map<string, number>();
  return read.map((person) => {
    const email = person.email.toLowerCase();
    const earlier = lines.get(email);
    if (email !== "" && earlier === undefined) lines.set(email, person.line);
    return {
      id: String(person.line),
      person,
      fate: there.has(email)
        ? { kind: "there" }
        : decideFate(person, companyId, earlier, passwordMinimum),
    };
  });
}

function decideFate(
  person: ReadPerson,
  companyId: string,
  earlier: number | undefined,
  passwordMinimum: number,
): Fate {
  const { fullName, email, role, voice, snap, label, unclear, password } = person;
  const problems: string[] = [];
  const typed = { fullName, email, password, companyId, voice, snap, label };
  const checked = checkNewUser({ ...typed, role: role ?? "field_tech" }, passwordMinimum);
  if (!checked.ok) problems.push(...Object.values(checked.byField));
  if (role === null) problems.push("Role must be Field Technician or Administrator");
  if (unclear.length > 0) problems.push(`Agents: “${unclear.join("”, “")}” is not understood`);
  if (earlier !== undefined) problems.push(`Same email as line ${earlier}`);
  return checked.ok && problems.length === 0
    ? { kind: "create", request: checked.request, key: crypto.randomUUID() }
    : { kind: "invalid", problem: problems.join(". ") };
}

import type { Company } from "@contracts/company.ts";
import type { Person, PersonChange } from "@contracts/person.ts";
import type { Role } from "@contracts/role.ts";
import { useMemo } from "react";
import type { AdministrationCommand, CommandResult } from "#commands/command-result.ts";
import { assignPerson, changePerson, deletePerson, setRole } from "#commands/people.ts";
import { useCompanyNames } from "#features/administration/use-company-names.ts";
import { COMPANIES } from "#mirror/person/lists/companies.ts";
import { pullList } from "#sync/pull/pull-list.ts";
import { useSync } from "#sync/sync-context.tsx";
import { showError, showStatus } from "#ui/toast.ts";
import { useOneAtATime } from "../use-one-at-a-time.ts";
import { personName } from "./person-name.ts";
import { ROLE_NAMES } from "./role-names.ts";

/** The actions of an administrator on people; each shows a toast. */
export interface PersonActions {
  setRole: (person: Person, role: Role) => void;
  setStatus: (person: Person, status: Person["status"]) => void;
  setAccess: (person: Person, change: PersonChange) => void;
  assign: (person: Person, company: Pick<Company, "id" | "name">) => void;
  remove: (person: Person) => void;
}

/** @returns the actions, and the ids of the people with a running action */
export function usePersonActions(command: AdministrationCommand | null): {
  busy: ReadonlySet<string>;
  actions: PersonActions;
} {
  const sync = useSync();
  const { busy, run } = useOneAtATime();
  const companies = useCompanyNames();
  const actions = useMemo((): PersonActions => {
    function act(
      person: Person,
      work: (command: AdministrationCommand) => Promise<CommandResult>,
      done: { title: string; message: string },
      change = done.message,
    ): void {
      if (command === null) return;
      void run(person.id, done.title + change, async () => {
        const result = await work(command);
        const company = companies.get(person.company_id ?? "");
        if (result.kind === "failed") showError("Error", result.message);
        else showStatus(done.title, company ? `${done.message} (${company})` : done.message);
      });
    }
    return {
      setRole: (person, role) =>
        act(person, (sender) => setRole(sender, person, role), {
          title: "Role updated",
          message: `${personName(person)}: ${ROLE_NAMES[role]}`,
        }),
      setStatus: (person, status) =>
        act(person, (sender) => changePerson(sender, person, { status }), {
          title: "Status updated",
          message: `${personName(person)} is ${status}`,
        }),
      setAccess: (person, change) =>
        act(
          person,
          (sender) => changePerson(sender, person, change),
          { title: "Access updated", message: personName(person) },
          JSON.stringify(change),
        ),
      assign: (person, company) =>
        act(
          person,
          async (sender) => {
            const result = await assignPerson(sender, person, company.id);
            // The company row shows its number of people: refresh it.
            if (result.kind === "done") void sync?.refresh(pullList(COMPANIES));
            return result;
          },
          {
            title: "Person assigned",
            message: `${personName(person)}: ${companies.get(company.id) ?? company.name}`,
          },
        ),
      remove: (person) =>
        act(person, (sender) => deletePerson(sender, person), {
          title: "User deleted",
          message: personName(person),
        }),
    };
  }, [command, run, sync, companies]);
  return { busy, actions };
}

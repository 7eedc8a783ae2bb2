import type { Company } from "@contracts/company.ts";
import type { Person, PersonChange } from "@contracts/person.ts";
import type { Role } from "@contracts/role.ts";
import { useMemo } from "react";
import type { AdministrationCommand, CommandResult } from "#commands/command-result.ts";
import { assignPerson, changePerson, deletePerson, setRole } from "#commands/people.ts";
import { useCompanyNames } from "#features/administration/company-choices.ts";
import { showResult } from "#features/administration/show-result.ts";
import { useCommand } from "#features/administration/use-command.ts";
import { COMPANIES } from "#mirror/person/lists/companies.ts";
import { pullList } from "#sync/pull/pull-list.ts";
import { useSync } from "#sync/sync-context.tsx";
import { useOneAtATime } from "../use-one-at-a-time.ts";
import { personName, ROLE_NAMES } from "./people.ts";

/**
 * The actions of an administrator on people; each shows a toast.
 * @returns the actions, and the ids of the people with a running action
 */
export function usePersonActions() {
  const command = useCommand();
  const sync = useSync();
  const { busy, run } = useOneAtATime();
  const companies = useCompanyNames();
  const actions = useMemo(() => {
    function act(
      person: Person,
      title: string,
      message: string,
      work: (command: AdministrationCommand) => Promise<CommandResult>,
      change = message,
    ): void {
      if (command === null) return;
      void run(person.id, title + change, async () => {
        const result = await work(command);
        const company = companies.get(person.company_id ?? "");
        await showResult(result, "Error", title, company ? `${message} (${company})` : message);
      });
    }
    return {
      setRole: (person: Person, role: Role) =>
        act(person, "Role updated", `${personName(person)}: ${ROLE_NAMES[role]}`, (sender) =>
          setRole(sender, person, role),
        ),
      setStatus: (person: Person, status: Person["status"]) =>
        act(person, "Status updated", `${personName(person)} is ${status}`, (sender) =>
          changePerson(sender, person, { status }),
        ),
      setAccess: (person: Person, change: PersonChange) =>
        act(
          person,
          "Access updated",
          personName(person),
          (sender) => changePerson(sender, person, change),
          JSON.stringify(change),
        ),
      assign: (person: Person, company: Pick<Company, "id" | "name">) =>
        act(
          person,
          "Person assigned",
          `${personName(person)}: ${companies.get(company.id) ?? company.name}`,
          async (sender) => {
            const result = await assignPerson(sender, person, company.id);
            // The company row shows its number of people: refresh it.
            if (result.kind === "done") void sync?.refresh(pullList(COMPANIES));
            return result;
          },
        ),
      remove: (person: Person) =>
        act(person, "User deleted", personName(person), (sender) => deletePerson(sender, person)),
    };
  }, [command, run, sync, companies]);
  return { busy, actions };
}

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
import { showError, showStatus } from "#ui/toast.ts";
import { useOneAtATime } from "../use-one-at-a-time.ts";
import { formatPeopleCount, listNames, personName, ROLE_NAMES } from "./people.ts";

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
    function inCompany({ company_id }: Person, message: string): string {
      const company = companies.get(company_id ?? "");
      return company ? `${message} (${company})` : message;
    }
    function act(
      person: Person,
      title: string,
      message: string,
      work: (command: AdministrationCommand) => Promise<CommandResult>,
    ): void {
      if (command === null) return;
      void run(person.id, title + message, async () =>
        showResult(await work(command), "Error", title, inCompany(person, message)),
      );
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
      /** Changes all of them at once; one toast says how many, and names those who are refused. */
      async setAccess(people: readonly [Person, ...Person[]], change: PersonChange) {
        if (command === null) return;
        const results = await Promise.all(
          people.map((person) =>
            run(person.id, JSON.stringify(change), () => changePerson(command, person, change)),
          ),
        );
        const refused = people.filter((_, at) => results[at]?.kind === "failed");
        const count = formatPeopleCount(people.length - refused.length);
        const done = people.length > 1 ? count : personName(people[0]);
        if (refused.length === 0) return showStatus("Access updated", inCompany(people[0], done));
        const reasons = results.flatMap((each) => (each?.kind === "failed" ? each.message : []));
        const why = [...new Set(reasons)].join(" ");
        const whom = `Access of ${count} updated, not of ${listNames(refused)}. `;
        showError("Error", people.length > 1 ? whom + why : why);
      },
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

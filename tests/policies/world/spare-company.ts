import type { ActorName, PersonName } from "./people.ts";
import type { PeopledWorld } from "./peopled-world.ts";

/**
 * Adds a company to delete, with that person in it: deleting a company of the world would leave its
 * people without one.
 */
export async function lendCompany(
  world: PeopledWorld,
  person: ActorName | null,
): Promise<{ id: string; giveBack(): Promise<void> }> {
  const reply = await world.asServer("POST", "companies", {
    body: { name: "Spare" },
    headers: { prefer: "return=representation" },
  });
  const id = String(reply.rows[0]?.id);
  const move = async (company: string | null) => {
    if (!person) return;
    await world.asServer("PATCH", `profiles?id=eq.${world.idOf(person)}`, {
      body: { company_id: company },
    });
  };
  await move(id);
  return {
    id,
    async giveBack() {
      if (person) await move(world.companyOf(person));
      await world.asServer("DELETE", `companies?id=eq.${id}`);
    },
  };
}

/**
 * Removes a person's role row, so that another can be inserted. @returns a function that restores
 * it
 */
export async function takeRoleRow(
  world: PeopledWorld,
  person: PersonName,
): Promise<() => Promise<void>> {
  const path = `user_roles?user_id=eq.${world.idOf(person)}`;
  const { rows } = await world.asServer("GET", path);
  await world.asServer("DELETE", path);
  return async () => {
    for (const body of rows) await world.asServer("POST", "user_roles", { body });
  };
}

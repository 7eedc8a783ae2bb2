import type { ActorName, PersonName } from "./people.ts";
import type { PeopledWorld } from "./peopled-world.ts";

/** A company to delete, with that person in it: deleting a peopled one would scatter its people. */
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

/** Takes a person's role row away, so that there is room for another; answers how to give it back. */
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

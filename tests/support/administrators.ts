import type { Role } from "#supabase/functions/_shared/contracts/role.ts";
import type { AgentBench, Technician } from "./agent-bench.ts";

/** Creates a person with a role, in a new company or in that of `colleague`. */
export async function createWithRole(
  bench: AgentBench,
  role: Role,
  colleague?: Pick<Technician, "companyId">,
): Promise<Technician> {
  const person = await bench.createTechnician();
  await bench.backend.sql("insert into public.user_roles (user_id, role) values ($1, $2)", [
    person.id,
    role,
  ]);
  if (!colleague) return person;
  await bench.backend.sql("update public.profiles set company_id = $2 where id = $1", [
    person.id,
    colleague.companyId,
  ]);
  return { ...person, companyId: colleague.companyId };
}

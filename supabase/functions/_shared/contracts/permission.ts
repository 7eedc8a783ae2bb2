import { AGENT_IDS, AGENTS, type Agent } from "./agent.ts";

/** A column of `profiles` that lets a person use an agent. */
export type Permission = NonNullable<(typeof AGENTS)[Agent]["permission"]>;

/** A record of all permissions, each with the value that `valueFor` gives it. */
export function permissions<T>(valueFor: (permission: Permission) => T): Record<Permission, T> {
  const columns = AGENT_IDS.flatMap((id) => AGENTS[id].permission ?? []);
  return Object.fromEntries(columns.map((each) => [each, valueFor(each)])) as Record<Permission, T>;
}

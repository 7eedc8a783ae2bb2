import { type PersonActivity, personActivitySchema } from "@contracts/person-activity.ts";
import { OF_COMPANY, rowsLike, type ServerList } from "./server-list.ts";

/** When each person of a company last used an agent, and what waits on their devices. Never comes first. */
export const PERSON_ACTIVITY: ServerList<PersonActivity, [string | null]> = {
  name: "person-activity",
  ...rowsLike("person_activity", personActivitySchema),
  order: ["id"],
  tables: ["agent_logs", "profiles"],
  match: OF_COMPANY,
  mirror: (db) => db.personActivity,
  compare: (a, b) => (lastUse(a) ?? 0) - (lastUse(b) ?? 0),
};

/** When an agent was last used (epoch ms); null if never, also for rows of an older version of the app. */
export function lastUse(row: Partial<Pick<PersonActivity, "last_active_at">>): number | null {
  return row.last_active_at ? Date.parse(row.last_active_at) : null;
}

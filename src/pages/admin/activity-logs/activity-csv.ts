import type { ActivityLog } from "@contracts/agent-log.ts";
import { doneAt } from "@contracts/log-time.ts";
import type { Person } from "@contracts/person.ts";
import { toCsv } from "#ui/csv.ts";
import { personName } from "../users/people.ts";

/** The author of a log entry, as text; the email is null if it is no longer known. */
export type Author = Pick<Person, "email"> & { name: string };

/**
 * The author of a log entry.
 * @param people the people of the company, by id
 */
export function findAuthor(
  { user_id }: Pick<ActivityLog, "user_id">,
  people: ReadonlyMap<string, Person>,
): Author {
  if (user_id === null) return { name: "Deleted user", email: null };
  const person = people.get(user_id);
  if (person === undefined) return { name: "Not in this company any more", email: null };
  return { name: personName(person), email: person.email };
}

/** The names of people by their ids; of those who share a name, with the address. */
export function namesById(people: readonly Person[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const name of people.map(personName)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    people.map((person) => {
      const name = personName(person);
      return [person.id, counts.get(name) === 1 ? name : `${name} (${person.email})`];
    }),
  );
}

export const INPUT_NAMES = { text: "Text", voice: "Voice", image: "Image" } as const;

/** A company's activity as a table for spreadsheets; dates are ISO 8601 in UTC. */
export function activityCsv(
  logs: readonly ActivityLog[],
  findAuthor: (log: ActivityLog) => Author,
): string {
  return toCsv(
    [
      { title: "Date", value: (log) => new Date(doneAt(log)).toISOString() },
      { title: "User", value: (log) => findAuthor(log).name },
      { title: "Agent", value: (log) => log.agent_type },
      { title: "Input Type", value: (log) => log.input_type },
      { title: "Question", value: (log) => log.input_data },
      { title: "Answer", value: (log) => log.output_summary },
    ],
    logs,
  );
}

/**
 * The file name of the table.
 * @param now epoch ms
 */
export function activityFileName(now: number): string {
  return `logs-${new Date(now).toISOString().slice(0, 10)}.csv`;
}

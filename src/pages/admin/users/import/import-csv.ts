import { AGENT_IDS, AGENTS } from "@contracts/agent.ts";
import { toCsv } from "#ui/csv.ts";
import { ROLE_NAMES } from "../role-names.ts";
import { describeFate } from "./describe-fate.ts";
import type { PlannedPerson } from "./plan-import.ts";
import type { RowResult } from "./use-import.ts";

/** A file that shows how people are listed. */
export const EXAMPLE_CSV = toCsv(
  [
    { title: "Full name", value: ([name]: readonly string[]) => name ?? "" },
    { title: "Email", value: ([, email]) => email ?? "" },
    { title: "Role", value: ([, , role]) => role ?? "" },
    { title: "Agents", value: ([, , , agents]) => agents ?? "" },
    { title: "Password", value: () => "" },
  ],
  [
    ["Robin Hall", "robin@company.example", ROLE_NAMES.field_tech, "voice, snap, label"],
    ["Kim Lee", "kim@company.example", ROLE_NAMES.admin, "voice"],
  ],
);

/** The result of each line, with the temporary passwords; times are ISO 8601 in UTC. */
export function resultsCsv(
  plan: readonly PlannedPerson[],
  results: ReadonlyMap<string, RowResult>,
): string {
  const findTemporary = ({ id }: PlannedPerson) => {
    const result = results.get(id);
    return typeof result === "object" && result.kind === "created" ? result.temporary : null;
  };
  return toCsv(
    [
      { title: "Line", value: ({ person }) => person.line },
      { title: "Full name", value: ({ person }) => person.fullName },
      { title: "Email", value: ({ person }) => person.email },
      { title: "Result", value: ({ id, fate }) => describeFate(fate, results.get(id))[0] },
      { title: "Temporary password", value: (row) => findTemporary(row)?.password ?? null },
      {
        title: "Works until",
        value: (row) => {
          const until = findTemporary(row)?.expires_at;
          return until === undefined ? null : new Date(until).toISOString();
        },
      },
    ],
    plan,
  );
}

/** @param now epoch ms */
export function resultsFileName(now: number): string {
  return `people-import-${new Date(now).toISOString().slice(0, 10)}.csv`;
}

/** The agents that a person may use, as text. */
export function formatAgents(
  access: Readonly<Record<"voice" | "snap" | "label", boolean>>,
): string {
  const names = AGENT_IDS.flatMap((id) =>
    id !== "ask" && access[id] ? [AGENTS[id].name.replace(" Agent", "")] : [],
  );
  return names.length === 0 ? "No agents" : names.join(", ");
}

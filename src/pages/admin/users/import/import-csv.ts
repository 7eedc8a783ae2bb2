import { toCsv } from "#ui/csv.ts";
import { ROLE_NAMES } from "../people.ts";
import type { PlannedPerson, RowResult } from "./use-import.ts";

/** A file that shows how people are listed. */
export const EXAMPLE_CSV = toCsv<readonly string[]>(
  ["Full name", "Email", "Role", "Agents", "Password"].map((title, at) => ({
    title,
    value: (fields) => fields[at] ?? "",
  })),
  [
    ["Robin Hall", "robin@company.example", ROLE_NAMES.field_tech, "voice, snap, label"],
    ["Kim Lee", "kim@company.example", ROLE_NAMES.admin, "voice"],
  ],
);

/**
 * A file with the result of each line, and the temporary passwords; times are ISO 8601 in UTC.
 * @param now epoch ms
 */
export function resultsFile(
  plan: readonly PlannedPerson[],
  results: ReadonlyMap<string, RowResult>,
  now: number,
): [name: string, csv: string] {
  const findTemporary = ({ id }: PlannedPerson) => {
    const result = results.get(id);
    return typeof result === "object" && result.kind === "created" ? result.temporary : null;
  };
  const csv = toCsv(
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
  return [`people-import-${new Date(now).toISOString().slice(0, 10)}.csv`, csv];
}

/** The plan for a line, or its result, and how it is shown. */
export function describeFate(
  fate: PlannedPerson["fate"],
  result: RowResult | undefined,
): [words: string, tone: "plain" | "good" | "waiting" | "bad"] {
  if (fate.kind === "there") return ["Already there: nothing is changed", "plain"];
  if (fate.kind === "invalid") return [`Not created: ${fate.problem}`, "bad"];
  if (result === undefined) {
    const password = fate.request.password === undefined ? "a temporary password" : "its password";
    return [`Will be created with ${password}`, "plain"];
  }
  if (result === "sending") return ["Creating...", "waiting"];
  switch (result.kind) {
    case "created":
      return ["Created", "good"];
    case "taken":
      return ["Already there: nothing is changed", "plain"];
    case "unanswered":
      return ["No answer yet: Continue finds out, and creates nobody twice", "waiting"];
    case "failed":
      return [`Not created: ${result.message}`, "bad"];
  }
}

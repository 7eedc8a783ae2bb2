import { readPasswordMinimum } from "@contracts/password.ts";
import type { Person } from "@contracts/person.ts";
import type { CreateUserRequest } from "@contracts/user-requests.ts";
import { useRef, useState } from "react";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { type ImportEnd, type ImportedPerson, importPeople } from "#commands/people.ts";
import { useSession } from "#session/session.ts";
import { readCsvFile } from "../../read-csv.ts";
import { checkNewUser } from "../check-new-user.ts";
import { type ReadPerson, readPeopleCsv } from "./read-people-csv.ts";

/** A line of the file with the plan for it. */
export interface PlannedPerson {
  id: string;
  person: ReadPerson;
  fate:
    | { kind: "create"; request: CreateUserRequest; key: string }
    | { kind: "there" }
    | { kind: "invalid"; problem: string };
}

/** The result of a line; `sending` until the server has answered. */
export type RowResult = ImportedPerson | "sending";

/** The import of one file: its plan, and what became of each person so far. */
export function useImport(companyId: string, people: readonly Person[]) {
  const passwordMinimum = useSession(({ deployment }) => readPasswordMinimum(deployment));
  const [plan, setPlan] = useState<readonly PlannedPerson[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [results, setResults] = useState<ReadonlyMap<string, RowResult>>(new Map());
  const [end, setEnd] = useState<ImportEnd | null>(null);
  const [stopper, setStopper] = useState<AbortController | null>(null);
  const isRunning = useRef(false);

  async function choose(file: File): Promise<void> {
    setResults(new Map());
    setEnd(null);
    const read = await readCsvFile(file, readPeopleCsv);
    setProblem(read.kind === "wrong" ? read.message : null);
    setPlan(
      read.kind === "ok" ? planImport(read.people, companyId, people, passwordMinimum) : null,
    );
  }

  /** Chooses agents for all of whom the file names none. Only before anybody is created. */
  function chooseAccess(agent: "voice" | "snap" | "label", isAllowed: boolean): void {
    const read = (plan ?? []).map(({ person }) =>
      person.isAccessGiven ? person : { ...person, [agent]: isAllowed },
    );
    setPlan(planImport(read, companyId, people, passwordMinimum));
  }

  /** Those who are not created yet: at first everybody, later those after where it ended. */
  const open = (plan ?? []).flatMap(({ id, fate }) =>
    fate.kind === "create" && isOpen(results.get(id)) ? [{ id, ...fate }] : [],
  );

  async function run(command: AdministrationCommand): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    const stop = new AbortController();
    setStopper(stop);
    setEnd(null);
    const ended = await importPeople(command, open, stop.signal, (id, result) =>
      setResults((before) => new Map(before).set(id, result)),
    );
    isRunning.current = false;
    setEnd(ended);
    setStopper(null);
  }

  return {
    plan,
    /** Why the file cannot be read; null if it can. */
    problem,
    results,
    end,
    isRunning: stopper !== null,
    /** How many people are still to be created. */
    openCount: open.length,
    choose,
    chooseAccess,
    run,
    /** Ends the import after the person who is being created. */
    stop: () => stopper?.abort(),
  };
}

/** Whether a person is still to be created. A final refusal will not change by trying again. */
function isOpen(result: RowResult | undefined): boolean {
  if (result === undefined || result === "sending") return true;
  return result.kind === "unanswered" || (result.kind === "failed" && !result.isFinal);
}

/**
 * Decides the fate of each line before anything is sent.
 * @param people the people who are in the company already
 * @param passwordMinimum the shortest password of this deployment, in characters
 */
export function planImport(
  read: readonly ReadPerson[],
  companyId: string,
  people: readonly Pick<Person, "email">[],
  passwordMinimum: number,
): readonly PlannedPerson[] {
  const there = new Set(people.map(({ email }) => email?.toLowerCase()));
  const lines = new Map<string, number>();
  return read.map((person) => {
    const email = person.email.toLowerCase();
    const earlier = lines.get(email);
    if (email !== "" && earlier === undefined) lines.set(email, person.line);
    return {
      id: String(person.line),
      person,
      fate: there.has(email)
        ? { kind: "there" }
        : decideFate(person, companyId, earlier, passwordMinimum),
    };
  });
}

function decideFate(
  person: ReadPerson,
  companyId: string,
  earlier: number | undefined,
  passwordMinimum: number,
): PlannedPerson["fate"] {
  const { role, unclear } = person;
  const typed = { ...person, companyId, role: role ?? ("field_tech" as const) };
  const checked = checkNewUser(typed, passwordMinimum);
  const problems = checked.ok ? [] : Object.values(checked.byField);
  if (role === null) problems.push("Role must be Field Technician or Administrator");
  if (unclear.length > 0) problems.push(`Agents: “${unclear.join("”, “")}” is not understood`);
  if (earlier !== undefined) problems.push(`Same email as line ${earlier}`);
  return checked.ok && problems.length === 0
    ? { kind: "create", request: checked.request, key: crypto.randomUUID() }
    : { kind: "invalid", problem: problems.join(". ") };
}

import { passwordMinimumOf } from "@contracts/password.ts";
import type { Person } from "@contracts/person.ts";
import { sizeLimitWords } from "@contracts/size-limit.ts";
import { useRef, useState } from "react";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { type ImportEnd, type ImportedPerson, importPeople } from "#commands/import-people.ts";
import { useSession } from "#session/session.ts";
import { type PlannedPerson, planImport } from "./plan-import.ts";
import { readPeopleCsv } from "./read-people-csv.ts";

/** The result of a line; `sending` until the server has answered. */
export type RowResult = ImportedPerson | "sending";

/** Largest file, in bytes. */
const FILE_LIMIT = 1_000_000;

/** The import of one file: its plan, and what became of each person so far. */
export function useImport(companyId: string, people: readonly Person[]) {
  const passwordMinimum = useSession(({ deployment }) => passwordMinimumOf(deployment));
  const [plan, setPlan] = useState<readonly PlannedPerson[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [results, setResults] = useState<ReadonlyMap<string, RowResult>>(new Map());
  const [end, setEnd] = useState<ImportEnd | null>(null);
  const [isRunning, setRunning] = useState(false);
  const stopper = useRef<AbortController | null>(null);

  async function choose(file: File): Promise<void> {
    setResults(new Map());
    setEnd(null);
    const read =
      file.size > FILE_LIMIT
        ? {
            kind: "wrong" as const,
            message: `The file is larger than ${sizeLimitWords(FILE_LIMIT)}.`,
          }
        : readPeopleCsv(await file.arrayBuffer());
    setProblem(read.kind === "wrong" ? read.message : null);
    setPlan(
      read.kind === "ok" ? planImport(read.people, companyId, people, passwordMinimum) : null,
    );
  }

  /** Creates those who are not created yet: at first everybody, later from where it ended. */
  async function run(command: AdministrationCommand): Promise<void> {
    if (stopper.current !== null || plan === null) return;
    const stop = new AbortController();
    stopper.current = stop;
    setRunning(true);
    setEnd(null);
    const wanted = plan.flatMap(({ id, fate }) =>
      fate.kind === "create" && isOpen(results.get(id)) ? [{ id, ...fate }] : [],
    );
    const ended = await importPeople(command, wanted, stop.signal, (id, result) =>
      setResults((before) => new Map(before).set(id, result)),
    );
    stopper.current = null;
    setEnd(ended);
    setRunning(false);
  }

  const open = (plan ?? []).filter(
    ({ id, fate }) => fate.kind === "create" && isOpen(results.get(id)),
  );
  return {
    plan,
    /** Why the file cannot be read; null if it can. */
    problem,
    results,
    end,
    isRunning,
    /** How many people are still to be created. */
    openCount: open.length,
    choose,
    run,
    /** Ends the import after the person who is being created. */
    stop: () => stopper.current?.abort(),
  };
}

/** Whether a person is still to be created. A final refusal will not change by trying again. */
function isOpen(result: RowResult | undefined): boolean {
  if (result === undefined || result === "sending") return true;
  return result.kind === "unanswered" || (result.kind === "failed" && !result.isFinal);
}

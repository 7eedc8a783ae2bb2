import { UNIQUE_VIOLATION } from "@contracts/database-code.ts";
import type { ImportedJob, Job, JobEntry } from "@contracts/job.ts";
import { z } from "zod/mini";
import { JOBS } from "../mirror/person/lists/jobs.ts";
import { type Command, type CommandResult, type Failed, failed } from "./command-result.ts";
import { addRow, changeRow, loadRows } from "./list-rows.ts";

/** What a refusal says about a number that another job of the company has. */
export const NUMBER_TAKEN = "Another job has this number.";
const SENTENCES = { [UNIQUE_VIOLATION]: NUMBER_TAKEN };

/** Adds an open job to a company, or changes one. @param id null for a new one */
export function saveJob(
  command: Command<"rows">,
  company_id: string,
  id: string | null,
  entry: JobEntry,
): Promise<CommandResult> {
  if (id !== null) return changeRow(command, JOBS, id, entry, JOBS, SENTENCES);
  const sent = { id: crypto.randomUUID(), company_id, ...entry };
  const now = new Date(command.now()).toISOString();
  const row: Job = { ...sent, status: "open", created_at: now, updated_at: now };
  return addRow(command, JOBS, row, sent, SENTENCES);
}

/** Bytes of jobs in one request: some hundred jobs, which take a server less than a second. */
const BATCH_BYTES = 150_000;

const countsSchema = z.array(z.object({ added: z.number(), changed: z.number() }));

/**
 * Adds jobs to a company, and changes those that have a number already. When it fails in between,
 * another import of the same jobs does the rest.
 * @param onProgress called with the number of jobs that have been sent
 * @returns also how many it has added and changed
 */
export async function importJobs(
  command: Command<"rows">,
  company: string,
  jobs: readonly ImportedJob[],
  onProgress: (sent: number) => void,
): Promise<({ kind: "done" } | Failed) & { added: number; changed: number }> {
  const { db, backend } = command;
  const counts = { added: 0, changed: 0 };
  let done = 0;
  for (const rows of inBatches(jobs)) {
    const values = { company, rows };
    const sent = await backend.rows.call(db.personId, "import_jobs", values, (data) =>
      countsSchema.parse(data),
    );
    if (sent.kind !== "ok") return { ...failed(sent), ...counts };
    for (const { added, changed } of sent.value) {
      counts.added += added;
      counts.changed += changed;
    }
    done += rows.length;
    onProgress(done);
  }
  await loadRows(command, JOBS, company);
  return { kind: "done", ...counts };
}

function inBatches(jobs: readonly ImportedJob[]): ImportedJob[][] {
  const batches: ImportedJob[][] = [];
  let room = 0;
  for (const job of jobs) {
    const size = new Blob([JSON.stringify(job)]).size + 1;
    if (size > room) {
      batches.push([]);
      room = BATCH_BYTES;
    }
    batches.at(-1)?.push(job);
    room -= size;
  }
  return batches;
}

import type { Job } from "@contracts/job.ts";
import type { PersonDatabase } from "../mirror/person/person-database.ts";
import { chosenJobId } from "../preferences/chosen-job.ts";

/**
 * The job that what is made now belongs to; null: none, also when this device knows that the chosen
 * one is closed or gone, or cannot read it: nothing is lost because of its job.
 * @param now epoch ms
 */
export async function chosenJob(db: PersonDatabase, now: number): Promise<Job | null> {
  const id = chosenJobId(db.personId, now);
  const job = id === null ? null : await db.jobs.get(id).catch(() => null);
  return job?.status === "open" && !job.leaving ? job : null;
}

/** The part of a payload or a recording that says which job it belongs to: empty without one. */
export async function withJob(db: PersonDatabase, now: number): Promise<{ jobId?: string }> {
  const job = await chosenJob(db, now);
  return job === null ? {} : { jobId: job.id };
}

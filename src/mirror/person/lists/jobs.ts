import {
  type Equipment,
  type Job,
  type JobImportToken,
  jobImportTokenSchema,
  jobSchema,
} from "@contracts/job.ts";
import { OWN_JOBS_SCOPE } from "../agent-logs.ts";
import type { PersonDatabase } from "../person-database.ts";
import type { Mirrored } from "./mirrored-table.ts";
import { type Answer, replaceRows } from "./replace-rows.ts";
import { OF_COMPANY, readList, rowsLike, type ServerList } from "./server-list.ts";

/** "A-90" comes before "A-200". */
const order = new Intl.Collator(undefined, { numeric: true });

/** A company's jobs: open ones first, then by number. */
export const JOBS: ServerList<Job, [string | null]> = {
  name: "jobs",
  ...rowsLike("jobs", jobSchema),
  order: ["-created_at", "id"],
  match: OF_COMPANY,
  mirror: (db) => db.jobs,
  compare: (a, b) =>
    Number(a.status === "closed") - Number(b.status === "closed") ||
    order.compare(a.number, b.number),
};

const isOpen = ({ status, leaving }: Mirrored<Job>) => status === "open" && !leaving;

/** The open jobs of a company, by number. */
export const openJobs = async (db: PersonDatabase, companyId: string) =>
  (await readList(db, JOBS, companyId)).filter(isOpen);

/** Whether a company has open jobs; false without a company. */
export async function hasOpenJob(db: PersonDatabase, companyId: string | null): Promise<boolean> {
  if (companyId === null) return false;
  const first = db.jobs.where("company_id").equals(companyId).filter(isOpen).first();
  return (await first) !== undefined;
}

/** A job that this device has; null if it has not. */
export async function readJob(db: PersonDatabase, id: string): Promise<Job | null> {
  const job = await db.jobs.get(id);
  return job === undefined || job.leaving ? null : job;
}

/** A company's token with which its own system sends jobs; none, or one. */
export const JOB_IMPORT_TOKENS: ServerList<JobImportToken, [string | null]> = {
  name: "job-import-tokens",
  ...rowsLike("job_import_tokens", jobImportTokenSchema),
  order: ["id"],
  match: OF_COMPANY,
  mirror: (db) => db.jobImportTokens,
  compare: () => 0,
};

/** A job in one line, as lists and chips name it: "A-200 · Boiler room". */
export const jobTitle = ({ number, title }: Pick<Job, "number" | "title">) =>
  title === "" ? number : `${number} · ${title}`;

/** A job with where it is, in one line: "A-200 · Boiler room · Riverside School · 12 Mill Lane". */
export const jobLine = (job: Job) =>
  [jobTitle(job), job.customer, job.site].filter((text) => text !== "").join(" · ");

/** "Zentria HP-240, 4711" */
export const describeDevice = ({ maker, model, serial }: Equipment): string =>
  [`${maker} ${model}`.trim(), serial].filter((text) => text !== "").join(", ");

/** All that a job is found by, in lower case. */
export function jobText({ number, title, customer, site, equipment }: Job): string {
  const devices = equipment.flatMap(({ maker, model, serial }) => [maker, model, serial]);
  return [number, title, customer, site, ...devices].join(" ").toLowerCase();
}

/** The ids of jobs that the person's entries name and this device does not hold as open. */
export async function namedJobs(db: PersonDatabase): Promise<string[]> {
  return db.transaction("r", db.agentLogs, db.entryChanges, async () => {
    const [first, later] = await Promise.all([
      db.agentLogs.orderBy("job_id").uniqueKeys(),
      db.entryChanges.orderBy("job_id").uniqueKeys(),
    ]);
    return [...new Set([...first, ...later].map(String))];
  });
}

/** Replaces the company's open jobs by what the server answered, and adds closed ones to it. */
export async function replaceOwnJobs(
  db: PersonDatabase,
  companyId: string,
  answer: Answer<Job>,
): Promise<void> {
  const holds = ({ company_id, status }: Job) => company_id === companyId && status === "open";
  await replaceRows(db, db.jobs, { name: OWN_JOBS_SCOPE, holds }, answer);
}

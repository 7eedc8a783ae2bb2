import type { Agent } from "@contracts/agent.ts";
import { ClipboardList } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { useMirror } from "#mirror/mirror-context.tsx";
import { jobTitle, readJob } from "#mirror/person/lists/jobs.ts";
import { createSharedLive } from "#mirror/shared-live.ts";
import { assignEntry } from "#outbox/change-entry.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
import { PlainButton } from "#ui/plain-button.tsx";
import { showNotSaved, showUndo } from "#ui/toast.ts";
import classes from "./entry.module.css";

const JobSheet = lazyWhenIdle(async () => (await import("#features/jobs/job-sheet.tsx")).JobSheet);

/** How long a change of the job can be undone in its toast (ms). */
const UNDO_MS = 10_000;

/** A job that this device has; null if it has not, and for no id; undefined until it is read. */
export const useJob = createSharedLive(async (db, id: string | null) =>
  id === null ? null : readJob(db, id),
);

/** Leads from an entry to the page of its job; nothing for an entry without one. */
export function JobLink({ jobId }: { jobId: string | null | undefined }) {
  const job = useJob(jobId ?? null);
  if (!jobId) return null;
  return (
    <Link to={`/history?job=${jobId}`} className={classes.job}>
      <ClipboardList size={18} aria-hidden className={classes.jobIcon} />
      {/* It has its height before it is read. */}
      <span>{job === undefined ? "\u00a0" : job === null ? "A job" : jobTitle(job)}</span>
    </Link>
  );
}

/** The number of the job of an entry, for a line. */
export function JobNumber({ jobId }: { jobId: string | null | undefined }) {
  const job = useJob(jobId ?? null);
  return job && <span className={classes.jobNumber}>{job.number}</span>;
}

/** Puts an entry into a job, moves it to another, or takes it out. */
export function JobAction(props: {
  entry: { id: string; agent: Agent };
  jobId: string | null;
  /** Names the entry among others: its time. */
  about: string;
}) {
  const { entry, jobId, about } = props;
  const db = useMirror();
  const [isOpen, setIsOpen] = useState(false);

  async function assign(to: string | null): Promise<void> {
    setIsOpen(false);
    if (to === jobId) return;
    await assignEntry(db, browserPorts, entry, to);
    const [before, after] = await Promise.all(
      [jobId, to].map((id) => (id === null ? null : readJob(db, id))),
    );
    showUndo({
      title: "Job changed",
      message: after ? `Now in ${jobTitle(after)}.` : `No longer in ${nameOf(before)}.`,
      forMs: UNDO_MS,
      undo: () => void assignEntry(db, browserPorts, entry, jobId).catch(showNotSaved),
      closed: () => undefined,
    });
  }

  return (
    <>
      <PlainButton
        icon={ClipboardList}
        aria-label={`Job, ${about}`}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        Job
      </PlainButton>
      {isOpen && (
        <JobSheet
          jobId={jobId}
          onChoose={(to) => void assign(to).catch(showNotSaved)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

const nameOf = (job: Parameters<typeof jobTitle>[0] | null | undefined) =>
  job ? jobTitle(job) : "a job";

import { VisuallyHidden } from "@mantine/core";
import { ChevronDown } from "lucide-react";
import { useEffect, useState } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { hasOpenJob, jobTitle } from "#mirror/person/lists/jobs.ts";
import { chooseJob } from "#outbox/change-entry.ts";
import { chosenJob } from "#outbox/chosen-job.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { followJobChoice, useJobChoices } from "#preferences/chosen-job.ts";
import { useShownIdentity } from "#session/pin.ts";
import { showNotSaved } from "#ui/toast.ts";
import { useNow } from "#ui/use-now.ts";
import { JobSheet } from "./job-sheet.tsx";
import classes from "./jobs.module.css";

/** How often the page looks whether the choice still counts (ms). */
const LOOK_EVERY_MS = 60_000;

/** Says which job is worked on, and lets the person choose another; nothing without open jobs. */
export function JobChip() {
  const db = useMirror();
  const companyId = useShownIdentity()?.companyId ?? null;
  const hasJobs = useLive(() => hasOpenJob(db, companyId), [db, companyId]);
  const choices = useJobChoices();
  const now = useNow(LOOK_EVERY_MS);
  const job = useLive(() => chosenJob(db, Date.now()), [db, choices, now]);
  useEffect(() => followJobChoice(db.personId), [db]);
  const [isOpen, setIsOpen] = useState(false);
  if (hasJobs !== true || job === undefined) return null;

  function choose(jobId: string | null): void {
    setIsOpen(false);
    chooseJob(db, browserPorts, jobId).catch(showNotSaved);
  }

  return (
    <>
      <button
        type="button"
        className={classes.chip}
        data-chosen={job !== null || undefined}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <VisuallyHidden>Job: </VisuallyHidden>
        <span className={classes.name}>{job === null ? "No job" : jobTitle(job)}</span>
        <ChevronDown size={16} aria-hidden className={classes.icon} />
      </button>
      {isOpen && (
        <JobSheet jobId={job?.id ?? null} onChoose={choose} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

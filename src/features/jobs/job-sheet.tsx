import type { Job } from "@contracts/job.ts";
import { Button, Modal, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Check } from "lucide-react";
import { useMemo, useState } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { describeDevice, jobText, jobTitle, openJobs } from "#mirror/person/lists/jobs.ts";
import { jobChoice } from "#preferences/chosen-job.ts";
import { useShownIdentity } from "#session/pin.ts";
import { RowList } from "#ui/row-list.tsx";
import { useOpened } from "#ui/use-opened.ts";
import { useBackCloses } from "../manuals/use-back-closes.ts";
import classes from "./jobs.module.css";

/** The height of a typical row, in px. */
const ROW_HEIGHT = 64;

/**
 * So long (ms) the sheet stays behind a choice: the second tap of an impatient person would fall on the
 * page below it, and could start a recording.
 */
const STAYS_MS = 300;

/** A row of the sheet: a job, or none. */
interface Choice {
  id: string;
  job: Job | null;
}

const NO_JOB: Choice = { id: "none", job: null };

/**
 * Chooses an open job of the company, or none: the jobs that were chosen last stand first.
 * @param props.jobId the present choice; null: none
 */
export function JobSheet(props: {
  jobId: string | null;
  onChoose: (jobId: string | null) => void;
  onClose: () => void;
}) {
  const narrow = useMediaQuery("(max-width: 47.99em)", undefined, {
    getInitialValueInEffect: false,
  });
  useBackCloses(true, props.onClose);
  const db = useMirror();
  const companyId = useShownIdentity()?.companyId ?? "";
  const jobs = useLive(() => openJobs(db, companyId), [db, companyId]);
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<Choice | null>(null);
  const current = chosen === null ? props.jobId : (chosen.job?.id ?? null);

  function choose(choice: Choice): void {
    if (chosen !== null) return;
    setChosen(choice);
    setTimeout(() => props.onChoose(choice.job?.id ?? null), STAYS_MS);
  }
  const texts = useMemo(() => jobs?.map((job) => ({ job, text: jobText(job) })) ?? [], [jobs]);
  const choices = useMemo(() => {
    const words = query.toLowerCase().split(/\s+/);
    const found = texts.filter(({ text }) => words.every((word) => text.includes(word)));
    const rows = found.map(({ job }): Choice => ({ id: job.id, job }));
    if (query.trim() !== "") return rows;
    const recent = jobChoice(db.personId).recent.flatMap(
      (id) => rows.find((row) => row.id === id) ?? [],
    );
    return [...recent, NO_JOB, ...rows.filter((row) => !recent.includes(row))];
  }, [texts, query, db]);
  const count = choices.filter(({ job }) => job !== null).length;
  return (
    <Modal
      opened={useOpened(true)}
      onClose={props.onClose}
      title="Job"
      size="lg"
      fullScreen={narrow}
      classNames={{ content: classes.content ?? "", body: classes.body ?? "" }}
    >
      <TextInput
        type="search"
        aria-label="Search the open jobs"
        placeholder="Number, customer, site, serial"
        // On a phone the keyboard would cover the recent jobs.
        data-autofocus={window.matchMedia("(pointer: fine)").matches || undefined}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <p role="status" className={classes.count}>
        {jobs !== undefined && describeCount(count)}
      </p>
      <div className={classes.scroll}>
        {jobs !== undefined && choices.length === 0 && (
          <Button variant="subtle" fullWidth onClick={() => setQuery("")}>
            Show all open jobs
          </Button>
        )}
        <RowList
          rows={choices}
          label="Jobs"
          usualHeight={ROW_HEIGHT}
          scrolls="parent"
          row={({ id, job }) => (
            <button
              type="button"
              className={classes.choice}
              aria-current={(job?.id ?? null) === current || undefined}
              onClick={() => choose({ id, job })}
            >
              <span className={classes.words}>
                <span className={classes.title}>{job === null ? "No job" : jobTitle(job)}</span>
                {job !== null && <span className={classes.about}>{describeJob(job)}</span>}
              </span>
              <Check size={20} aria-hidden className={classes.check} />
            </button>
          )}
        />
      </div>
    </Modal>
  );
}

function describeCount(count: number): string {
  if (count === 0) return "No open job fits this search.";
  return count === 1 ? "1 open job" : `${count.toLocaleString()} open jobs`;
}

/** "Harbour Hotel · 4 Quay Street · Kestrel 900, K9-0042" */
const describeJob = ({ customer, site, equipment }: Job): string =>
  [customer, site, ...equipment.map(describeDevice)].filter((text) => text !== "").join(" · ");

import type { Job } from "@contracts/job.ts";
import { Alert } from "@mantine/core";
import { Download } from "lucide-react";
import { useState } from "react";
import { importJobs } from "#commands/jobs.ts";
import { ActionButton } from "#features/administration/action-button.tsx";
import { AdminDialog, SubmitRow } from "#features/administration/admin-dialog.tsx";
import shared from "#features/administration/administration.module.css";
import { ScrolledRegion } from "#features/administration/scrolled-region.tsx";
import { useCommand } from "#features/administration/use-command.ts";
import { jobTitle } from "#mirror/person/lists/jobs.ts";
import { saveCsv } from "#ui/csv.ts";
import { RowList } from "#ui/row-list.tsx";
import { showError, showStatus } from "#ui/toast.ts";
import { CsvButton } from "../csv-button.tsx";
import { readCsvFile } from "../read-csv.ts";
import classes from "../users/import/import-dialog.module.css";
import { type PlannedJob, planJobsCsv, TEMPLATE_CSV } from "./read-jobs-csv.ts";

/** In bytes: 5,000 jobs with their devices are about 2 MB. */
const FILE_LIMIT = 5_000_000;
const FATES = ["new", "changed", "unchanged", "wrong"] as const;

/** Adds and changes jobs from a file. Shows what will happen with each before anything is sent. */
export function ImportJobsDialog(props: {
  companyId: string;
  /** The jobs of the company. */
  jobs: readonly Job[];
  onClose: () => void;
}) {
  const { companyId, onClose } = props;
  const command = useCommand();
  const [read, setRead] = useState<ReturnType<typeof planJobsCsv> | null>(null);
  /** How many jobs have been sent; null while none are being sent. */
  const [progress, setProgress] = useState<number | null>(null);
  const busy = progress !== null;
  const plan = read?.kind === "ok" ? read.plan : null;
  const sent = plan?.filter(({ fate }) => fate === "new" || fate === "changed") ?? [];
  const counts = FATES.flatMap((fate) => {
    const count = plan?.filter((each) => each.fate === fate).length ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString()} ${fate}`];
  });

  async function choose(file: File): Promise<void> {
    setRead(await readCsvFile(file, (bytes) => planJobsCsv(bytes, props.jobs), FILE_LIMIT));
  }

  async function run(): Promise<void> {
    if (command === null || busy) return;
    setProgress(0);
    const jobs = sent.map(({ job }) => job);
    const result = await importJobs(command, companyId, jobs, setProgress);
    setProgress(null);
    const done = `${result.added.toLocaleString()} added, ${result.changed.toLocaleString()} changed.`;
    if (result.kind === "done") {
      showStatus("Jobs imported", done);
      onClose();
    } else
      showError("Error importing jobs", `${result.message} ${done} Import again for the rest.`);
  }

  return (
    <AdminDialog
      company={{ id: companyId }}
      title="Import jobs"
      size="lg"
      closeOnClickOutside={false}
      onClose={() => busy || onClose()}
    >
      <div className={shared.panel}>
        <p className={shared.about}>
          A CSV file whose first line names the columns: Number, Title, Customer, Site, Maker,
          Model, Serial and Status (open or closed). Only Number is needed. A job with this number
          is changed: columns that the file lacks stay as they are. Several lines with one number
          are several devices of one job.
        </p>
        <div className={shared.actions}>
          <CsvButton
            accept=",text/tab-separated-values"
            variant={plan === null ? "filled" : "default"}
            onChoose={(file) => void choose(file)}
          >
            {plan === null ? "Choose File" : "Choose Another File"}
          </CsvButton>
          <ActionButton icon={Download} onClick={() => saveCsv("jobs-template.csv", TEMPLATE_CSV)}>
            Download Template
          </ActionButton>
        </div>
        {read?.kind === "wrong" && (
          <Alert color="red" role="alert" title="The file cannot be imported">
            {read.message}
          </Alert>
        )}
        {plan !== null && (
          <>
            <p className={classes.counts} role="status">
              {counts.join(" · ")}
            </p>
            {busy && (
              <p className={shared.lines}>
                {`${progress.toLocaleString()} of ${sent.length.toLocaleString()} jobs sent`}
                <progress
                  className={classes.progress}
                  aria-label="Import"
                  value={progress}
                  max={sent.length}
                />
              </p>
            )}
            <ScrolledRegion label="Jobs of the file" className={classes.rows}>
              <RowList
                rows={plan}
                label="Jobs in the file"
                usualHeight={82}
                scrolls="parent"
                row={(row) => <PlannedRow {...row} />}
              />
            </ScrolledRegion>
          </>
        )}
        <SubmitRow
          label={`Import ${sent.length.toLocaleString()} ${sent.length === 1 ? "job" : "jobs"}`}
          disabled={sent.length === 0}
          busy={busy}
          onCancel={() => busy || onClose()}
          onSubmit={() => void run()}
        />
      </div>
    </AdminDialog>
  );
}

/** A job of the file, and what will happen with it. */
function PlannedRow({ line, job, fate, why }: PlannedJob) {
  const words = {
    new: "Will be added",
    changed: `Will be changed: ${why.join(", ")}`,
    unchanged: "There already: nothing is changed",
    wrong: `Not imported. ${why.join(" ")}`,
  };
  const tone = { new: "good", changed: "good", unchanged: "plain", wrong: "bad" }[fate];
  return (
    <div className={classes.row}>
      <p className={classes.name}>{jobTitle({ title: "", ...job, number: job.number || "?" })}</p>
      <p className={shared.facts}>
        {[`Line ${line}`, job.customer, job.site].filter((text) => text).join(" · ")}
      </p>
      <p className={classes.fate} data-tone={tone}>
        {words[fate]}
      </p>
    </div>
  );
}

import type { Job } from "@contracts/job.ts";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { CircleCheck, FileUp, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { z } from "zod/mini";
import { changeRow, removeRow } from "#commands/list-rows.ts";
import { ActionButton, RowActions } from "#features/administration/action-button.tsx";
import { useQuestion } from "#features/administration/admin-dialog.tsx";
import shared from "#features/administration/administration.module.css";
import { useSearchInAddress, withValues } from "#features/administration/list-in-address.ts";
import { ReadOnlyNotice } from "#features/administration/notices.tsx";
import { offerUndo, showResult } from "#features/administration/show-result.ts";
import { useAnswer, useCommand, useReadOnly } from "#features/administration/use-command.ts";
import { listTexts } from "#features/lists/list-placeholder.tsx";
import { ServerRows } from "#features/lists/sorted-rows.tsx";
import { useServerList } from "#features/lists/use-list.ts";
import { describeDevice, JOBS, jobText, jobTitle } from "#mirror/person/lists/jobs.ts";
import rows from "#ui/row.module.css";
import type { SortColumns } from "#ui/sort.ts";
import { showError } from "#ui/toast.ts";
import { useOneAtATime } from "../use-one-at-a-time.ts";
import { ImportJobsDialog } from "./import-jobs-dialog.tsx";
import { JobDialog } from "./job-dialog.tsx";
import classes from "./jobs.module.css";

const TEXTS = listTexts("No jobs yet", "jobs");
const STATUSES = [
  { value: "open", label: "Open" },
  { value: "closed", label: "Closed" },
  { value: "all", label: "Open and closed" },
];
const ORDERS = {
  customer: { title: "Customer", value: ({ customer }) => customer },
  changed: {
    title: "Changed",
    value: ({ updated_at }) => Date.parse(updated_at),
    largestFirst: true,
  },
} as const satisfies SortColumns<Job>;

/** The jobs of a company. */
export function JobsPanel({ companyId }: { companyId: string }) {
  const command = useCommand();
  const readOnly = useReadOnly();
  const [parameters, setParameters] = useSearchParams();
  const [search, searchField] = useSearchInAddress();
  const status = parameters.get("status") ?? "open";
  const { rows: all = [], state } = useServerList(JOBS, "Error loading jobs", companyId);
  const texts = useMemo(() => all.map(jobText), [all]);
  const found = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/);
    return all.filter(
      (job, place) =>
        (status === "all" || job.status === status) &&
        words.every((word) => texts[place]?.includes(word)),
    );
  }, [all, texts, search, status]);
  /** The job that is edited, or the other dialog that is open. */
  const [edited, setEdited] = useState<Job | "new" | "import" | null>(null);
  const list = useRef<HTMLElement>(null);
  const [question, ask] = useQuestion(companyId, () => list.current);
  const { run } = useOneAtATime();
  const close = () => setEdited(null);

  const setStatus = (job: Job, wanted: Job["status"], isUndo = false) =>
    run(job.id, wanted, async () => {
      const result = command && (await changeRow(command, JOBS, job.id, { status: wanted }));
      if (result?.kind === "failed") showError("Error changing job", result.message);
      if (result?.kind !== "done" || isUndo) return;
      const title = wanted === "closed" ? "Job closed" : "Job open again";
      offerUndo(title, jobTitle(job), () => void setStatus(job, job.status, true));
    });

  const askToDelete = (job: Job) =>
    ask({
      title: "Delete job?",
      confirm: "Delete",
      text: <Deleted job={job} />,
      async act() {
        if (command === null) return;
        const sent = removeRow(command, JOBS, job.id);
        await showResult(sent, "Error deleting job", "Job deleted", jobTitle(job));
      },
    });

  return (
    <section aria-labelledby="jobs" className={shared.panel}>
      <h2 id="jobs" className={shared.title}>
        Jobs
      </h2>
      <p className={shared.about}>
        What notes, photos and questions belong to. Technicians choose among the open ones, also
        without a signal. Your own system can send them: see Integrations.
      </p>
      <ReadOnlyNotice refreshed={state.refreshed} />
      <div className={shared.actions}>
        <Button disabled={readOnly} onClick={() => setEdited("new")}>
          Add job
        </Button>
        <ActionButton
          icon={FileUp}
          disabled={readOnly || state.phase !== "known"}
          onClick={() => setEdited("import")}
        >
          Import CSV
        </ActionButton>
      </div>
      <ServerRows
        rows={found}
        state={state}
        words={TEXTS}
        none={
          all.length > 0 && (
            <p role="status" className={shared.empty}>
              {search.trim() === "" ? `No ${status} jobs` : "No job like that"}
            </p>
          )
        }
        head={(order) => (
          <search className={classes.filters}>
            <TextInput
              {...searchField}
              label="Search jobs"
              placeholder="Number, customer, site, serial"
            />
            <NativeSelect
              label="Status"
              value={status}
              data={STATUSES}
              onChange={({ currentTarget: { value } }) =>
                setParameters((before) => withValues(before, { status: value }))
              }
            />
            {order}
          </search>
        )}
        columns={ORDERS}
        usual="Number"
        label="Jobs"
        list={list}
        usualHeight={170}
        row={(job) => (
          <article className={`${rows.row} ${classes.row}`}>
            <h3 className={shared.name}>
              {jobTitle(job)}{" "}
              {job.status === "closed" && <span className={shared.pill}>Closed</span>}
            </h3>
            <div className={shared.lines}>
              <p>{[job.customer, job.site].filter((text) => text !== "").join(" · ")}</p>
              <p className={shared.facts}>{job.equipment.map(describeDevice).join("; ")}</p>
            </div>
            <RowActions
              row={job.number}
              disabled={readOnly}
              actions={{
                edit: [Pencil, "Edit", () => setEdited(job)],
                status:
                  job.status === "open"
                    ? [CircleCheck, "Close", () => setStatus(job, "closed")]
                    : [RotateCcw, "Reopen", () => setStatus(job, "open")],
                delete: [Trash2, "Delete", () => askToDelete(job)],
              }}
            />
          </article>
        )}
      />
      {edited === "import" ? (
        <ImportJobsDialog companyId={companyId} jobs={all} onClose={close} />
      ) : (
        edited !== null && (
          <JobDialog
            companyId={companyId}
            job={edited === "new" ? null : edited}
            jobs={all}
            onClose={close}
          />
        )
      )}
      {question}
    </section>
  );
}

const ENTRIES = { source: "entries", columns: "id", schema: z.object({ id: z.uuid() }) };

/** What the deletion of a job takes along. */
function Deleted({ job }: { job: Job }) {
  const selection = { match: { job_id: job.id }, order: ["id"] };
  const count = useAnswer(({ rows }, me) => rows.page(me, ENTRIES, selection, 1))?.count;
  const entries =
    typeof count !== "number"
      ? "Its entries stay"
      : count === 1
        ? "1 entry stays"
        : `${count.toLocaleString()} entries stay`;
  return (
    <>
      “{jobTitle(job)}” is deleted on every device.{" "}
      {count === 0 ? "It has no entries." : `${entries}, without a job.`}
    </>
  );
}

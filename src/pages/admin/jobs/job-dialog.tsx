import { type Equipment, JOB_LIMITS, type Job } from "@contracts/job.ts";
import { plainName } from "@contracts/plain-name.ts";
import { Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { NUMBER_TAKEN, saveJob } from "#commands/jobs.ts";
import { AdminDialog, SubmitRow } from "#features/administration/admin-dialog.tsx";
import shared from "#features/administration/administration.module.css";
import { useCommand, useReadOnly } from "#features/administration/use-command.ts";
import { jobTitle } from "#mirror/person/lists/jobs.ts";
import { showError, showStatus } from "#ui/toast.ts";

const FIELDS = [
  ["number", "Number", "As your own system calls it, for example A-200"],
  ["title", "Title (optional)", null],
  ["customer", "Customer (optional)", null],
  ["site", "Site (optional)", null],
] as const;

/** Adds a job, or changes one. */
export function JobDialog(props: {
  companyId: string;
  /** Null for a new one. */
  job: Job | null;
  /** The jobs of the company. */
  jobs: readonly Job[];
  onClose: () => void;
}) {
  const { companyId, job, onClose } = props;
  const command = useCommand();
  const readOnly = useReadOnly();
  const [typed, setTyped] = useState(() => {
    const { number = "", title = "", customer = "", site = "", equipment = [] } = job ?? {};
    return { number, title, customer, site, equipment: equipment.map(deviceLine).join("\n") };
  });
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const of = (name: keyof typeof typed) => ({
    autoComplete: "off",
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setTyped((before) => ({ ...before, [name]: value }));
      if (name === "number") setProblem(null);
    },
  });

  function refuse(message: string): void {
    setProblem(message);
    field.current?.focus();
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || readOnly || command === null) return;
    const entry = {
      number: plainName(typed.number),
      title: plainName(typed.title),
      customer: plainName(typed.customer),
      site: plainName(typed.site),
      equipment: readDevices(typed.equipment),
    };
    if (entry.number === "") return refuse("Enter a number.");
    if (props.jobs.some(({ id, number }) => number === entry.number && id !== job?.id)) {
      return refuse(NUMBER_TAKEN);
    }
    setBusy(true);
    const result = await saveJob(command, companyId, job?.id ?? null, entry);
    setBusy(false);
    if (result.kind === "done") {
      showStatus(job === null ? "Job added" : "Job changed", jobTitle(entry));
      onClose();
    } else if (result.message === NUMBER_TAKEN) refuse(NUMBER_TAKEN);
    else showError("Error saving job", result.message);
  }

  return (
    <AdminDialog
      company={{ id: companyId }}
      title={job === null ? "Add job" : "Edit job"}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <form noValidate className={shared.form} onSubmit={(event) => void submit(event)}>
        {FIELDS.map(([name, label, description]) => (
          <TextInput
            key={name}
            {...{ ...of(name), label, description }}
            maxLength={JOB_LIMITS[name]}
            {...(name === "number" && {
              ref: field,
              error: problem,
              errorProps: { role: "alert" },
            })}
          />
        ))}
        <Textarea
          {...of("equipment")}
          label="Equipment (optional)"
          description="One device in each line: maker; model; serial number"
          autosize
          minRows={2}
          maxRows={8}
        />
        <SubmitRow label={job === null ? "Add job" : "Save job"} busy={busy} onCancel={onClose} />
      </form>
    </AdminDialog>
  );
}

/** "Zentria; HP-240; 4711" */
const deviceLine = ({ maker, model, serial }: Equipment): string =>
  [maker, model, serial].join("; ");

function readDevices(text: string): Equipment[] {
  return text.split("\n").flatMap((line) => {
    const [maker = "", model = "", ...serial] = line.split(";").map(plainName);
    const device = { maker, model, serial: serial.join(" ") };
    return deviceLine(device) === deviceLine({ maker: "", model: "", serial: "" }) ? [] : [device];
  });
}

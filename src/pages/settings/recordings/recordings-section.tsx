import { Button, NativeSelect, Text } from "@mantine/core";
import { useState } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import {
  type AudioTotal,
  type AudioTotals,
  chooseAudioDays,
  deleteKeptAudio,
  keptAudioTotals,
  readAudioDays,
} from "#mirror/person/recordings/kept-audio.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { formatByteSize } from "#ui/format.ts";
import { showError } from "#ui/toast.ts";
import { Section } from "../section.tsx";
import classes from "../settings-page.module.css";

/** The choices for how many days recordings are kept. */
const DAYS: { value: string; label: string }[] = [
  { value: "0", label: "Delete at once" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
];

const NOTHING: AudioTotals = {
  understood: { count: 0, size: 0 },
  empty: { count: 0, size: 0 },
};

/** How long sent recordings stay on this device, and the space they take. */
export function RecordingsSection() {
  const db = useMirror();
  const days = useLive(() => readAudioDays(db), [db]);
  const totals = useLive(() => keptAudioTotals(db), [db]) ?? NOTHING;
  const [asked, setAsked] = useState<keyof AudioTotals | null>(null);

  function choose(chosen: number): void {
    chooseAudioDays(db, chosen).catch(() =>
      showError("Error", "It could not be saved. Free some space on this device and try again."),
    );
  }

  function remove(which: keyof AudioTotals): void {
    setAsked(null);
    deleteKeptAudio(db, which).catch(() =>
      showError("Error", "This device could not do that. Try again."),
    );
  }

  return (
    <Section id="recordings" title="Recordings">
      <NativeSelect
        label="Keep recordings after they were sent"
        description="In your history, to hear them again without a network. The oldest make room when this device is full."
        disabled={days === undefined}
        value={String(days ?? "")}
        // Empty until the current choice is known.
        data={days === undefined ? [] : DAYS}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      />
      <p>{describeRecordings(totals.understood)}</p>
      <Button
        variant="default"
        className={classes.start}
        disabled={totals.understood.count === 0}
        onClick={() => setAsked("understood")}
      >
        Delete kept recordings
      </Button>
      {totals.empty.count > 0 && (
        <>
          <p>{describeSilentRecordings(totals.empty)}</p>
          <Button variant="default" className={classes.final} onClick={() => setAsked("empty")}>
            Delete recordings without recognised speech
          </Button>
        </>
      )}
      {asked !== null && (
        <ConfirmDialog
          title={`Delete ${recordingsCount(totals[asked].count)}?`}
          confirm="Delete"
          onCancel={() => setAsked(null)}
          onConfirm={() => remove(asked)}
        >
          <Text>
            {asked === "empty"
              ? "No speech was recognised in them, and they are nowhere else. This cannot be undone."
              : "Their transcriptions stay in your history. Recordings in which no speech was recognised stay, and so does what waits to be sent. This cannot be undone."}
          </Text>
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** The kept recordings in which speech was recognised, as text. */
function describeRecordings({ count, size }: AudioTotal): string {
  if (count === 0) return "No recordings are kept now.";
  const takes = count === 1 ? "takes" : "take";
  return `${recordingsCount(count)} ${takes} ${formatByteSize(size)} on this device.`;
}

/** The kept recordings in which no speech was recognised, as text. */
function describeSilentRecordings({ count, size }: AudioTotal): string {
  const stay =
    count === 1
      ? "It is nowhere else, and stays until you discard it."
      : "They are nowhere else, and stay until you discard them.";
  return `In ${recordingsCount(count)} (${formatByteSize(size)}) no speech was recognised. ${stay}`;
}

/** "1 recording", "12 recordings". */
function recordingsCount(count: number): string {
  return count === 1 ? "1 recording" : `${count} recordings`;
}

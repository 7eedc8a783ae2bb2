import { Button } from "@mantine/core";
import { Download, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { discardFormerWork } from "#mirror/device/forget-person.ts";
import { readDatabaseOf } from "#mirror/device/seen-people.ts";
import { type KeptWork, readUnsentWork } from "#mirror/device/unsent-work.ts";
import { useLive } from "#mirror/live.ts";
import { mayHaveArrived, shownItem } from "#mirror/person/outbox/read-item.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { AskTwice } from "#ui/ask-twice.tsx";
import { formatNoteCount, formatOldest } from "#ui/format.ts";
import { showStatus } from "#ui/toast.ts";
import { useNow } from "#ui/use-now.ts";
import classes from "./former-work.module.css";
import { saveUnsent } from "./unsent-files.ts";

const AGE_TICK_MS = 60_000;

/**
 * Shows how much unsent work of a deleted account is on this device. The person can export it, and
 * discard what they exported.
 */
export function FormerWorkPanel(props: {
  work: KeptWork;
  /** Whose notes they are: "of a deleted account". */
  whose: string;
  /** How they came on the device, as the beginning of a sentence. */
  origin: string;
  /** Asks before each action whether the person may do it, and shows a message when they may not. */
  confirmRight?: () => Promise<boolean>;
  onDiscarded?: () => Promise<unknown>;
}) {
  const { whose, origin, confirmRight = async () => true } = props;
  const { person, count, oldest } = props.work;
  const now = useNow(AGE_TICK_MS);
  const [exported, setExported] = useState<readonly string[]>([]);
  const panel = useRef<HTMLElement>(null);
  const title = useId();
  const mayBeSent = useLive(() => readMayBeSent(person.id), [person.id, count]) ?? true;

  async function save(): Promise<void> {
    if (await confirmRight()) setExported(await saveUnsent(person.id));
  }

  async function discard(): Promise<void> {
    panel.current?.focus();
    if (!(await confirmRight())) return;
    await discardFormerWork(browserPorts, person.id, exported);
    showStatus("Discarded", `${formatNoteCount(exported.length)} ${whose}`);
    await props.onDiscarded?.();
  }

  return (
    <section ref={panel} tabIndex={-1} aria-labelledby={title} className={classes.panel}>
      <h2 id={title} className={classes.title}>
        {formatNoteCount(count)} {whose}
      </h2>
      <p className={classes.text}>
        {origin}, {formatOldest(count, oldest, now)}, and{" "}
        {mayBeSent ? "not known to have arrived" : "never sent"}. Export{" "}
        {count === 1 ? "it" : "them"} first; then {count === 1 ? "it" : "they"} can be discarded
        here.
      </p>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<Download size={18} aria-hidden />}
          onClick={() => void save()}
        >
          Export
        </Button>
        <AskTwice
          label="Discard"
          icon={<Trash2 size={18} aria-hidden />}
          question={`Discard ${formatNoteCount(exported.length)}? What you exported is then nowhere else. This cannot be undone.`}
          disabled={exported.length === 0}
          onConfirm={() => void discard()}
        />
      </div>
    </section>
  );
}

/** Whether the server may have some of a person's unsent work: an answer may have been lost. */
async function readMayBeSent(personId: string): Promise<boolean> {
  const work = await readDatabaseOf(personId, readUnsentWork);
  return work?.items.map(shownItem).some(mayHaveArrived) ?? false;
}

import { Button } from "@mantine/core";
import { Download, Trash2 } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { KeptWork } from "#mirror/device/unsent-work.ts";
import { discardUnsent } from "#outbox/take-over.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import type { FormerWork } from "#sync/use-former-work.ts";
import { AskTwice } from "#ui/ask-twice.tsx";
import { formatNoteCount, formatOldest } from "#ui/format.ts";
import { showError, showStatus } from "#ui/toast.ts";
import { useNow } from "#ui/use-now.ts";
import classes from "./former-work.module.css";
import { saveUnsent } from "./save-unsent.ts";
import { useSentWords } from "./sent-words.ts";

const AGE_TICK_MS = 60_000;

/**
 * Tells an administrator how much unsent work of a deleted account of their company is on this
 * device. They can export it, and discard what they exported. Each action asks the server first.
 */
export function ManagedFormerWork(props: { work: KeptWork; ask: FormerWork["ask"] }) {
  const { person, count, oldest } = props.work;
  const now = useNow(AGE_TICK_MS);
  const [exported, setExported] = useState<readonly string[]>([]);
  const panel = useRef<HTMLElement>(null);
  const title = `former-work-${person.id}`;
  const notes = formatNoteCount(count);
  const sent = useSentWords(
    useMemo(() => [props.work], [props.work]),
    count,
  );

  /** Asks the server whether the administrator may still manage this work. */
  async function allowed(): Promise<boolean> {
    const managed = await props.ask();
    if (managed?.some((work) => work.person.id === person.id)) return true;
    showError("Nothing was done", "The server does not confirm that this account is gone.");
    return false;
  }

  async function save(): Promise<void> {
    if (!(await allowed())) return;
    setExported((await saveUnsent([person.id])).get(person.id) ?? []);
  }

  async function discard(): Promise<void> {
    panel.current?.focus();
    if (!(await allowed())) return;
    await discardUnsent(browserPorts, person.id, exported);
    showStatus("Discarded", `${formatNoteCount(exported.length)} of a deleted account`);
    await props.ask();
  }

  return (
    <section ref={panel} tabIndex={-1} aria-labelledby={title} className={classes.panel}>
      <h2 id={title} className={classes.title}>
        {notes} of a deleted account
      </h2>
      <p className={classes.text}>
        Left on this device by somebody whose account was deleted,{" "}
        {formatOldest(count, oldest, now)}, and {sent.described}. Export{" "}
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

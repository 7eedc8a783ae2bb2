import { Download, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { discardFormerWork } from "#mirror/device/forget-person.ts";
import { withPersonDatabase } from "#mirror/device/seen-people.ts";
import { type KeptWork, readUnsentWork, unsentOfPredecessors } from "#mirror/device/unsent-work.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { mayHaveArrived, shownItem } from "#mirror/person/outbox/read-item.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { useFormerWork } from "#sync/use-former-work.ts";
import { AskTwice } from "#ui/ask-twice.tsx";
import { formatNoteCount, formatOldest } from "#ui/format.ts";
import { PlainButton } from "#ui/plain-button.tsx";
import { showError, showStatus } from "#ui/toast.ts";
import { useNow } from "#ui/use-now.ts";
import classes from "./former-work.module.css";
import { saveUnsent } from "./unsent-files.ts";

/** The first pages that people see after they sign in. */
const STARTS = new Set(["/dashboard", "/admin"]);

/** Shows unsent work of deleted accounts on the first page, to its person and to administrators. */
export function FormerWorkNotice() {
  const { pathname } = useLocation();
  const { managed, ask } = useFormerWork();
  if (!STARTS.has(pathname)) return null;

  async function confirmRight(personId: string): Promise<boolean> {
    if ((await ask())?.some(({ person }) => person.id === personId)) return true;
    showError("Nothing was done", "The server does not confirm that this account is gone.");
    return false;
  }

  return (
    <div className={classes.stack}>
      <OwnFormerWork />
      {managed.map((work) => (
        <FormerWorkPanel
          key={work.person.id}
          work={work}
          whose="of a deleted account"
          origin="Left on this device by somebody whose account was deleted"
          confirmRight={() => confirmRight(work.person.id)}
          onDiscarded={ask}
        />
      ))}
    </div>
  );
}

/** Shows unsent work of earlier accounts of the person signed in, as far as the device knows them. */
export function OwnFormerWork() {
  const db = useMirror();
  const kept = useLive(() => unsentOfPredecessors(db.personId), [db]);
  return kept?.map((work) => (
    <FormerWorkPanel
      key={work.person.id}
      work={work}
      whose="from your earlier account"
      origin="Made on this device before that account was deleted"
    />
  ));
}

const AGE_TICK_MS = 60_000;

/** Shows how much unsent work of a deleted account is here; a person can export and discard it. */
function FormerWorkPanel(props: {
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
        <PlainButton icon={Download} onClick={() => void save()}>
          Export
        </PlainButton>
        <AskTwice
          label="Discard"
          icon={Trash2}
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
  const work = await withPersonDatabase(personId, readUnsentWork);
  return work?.items.map(shownItem).some(mayHaveArrived) ?? false;
}

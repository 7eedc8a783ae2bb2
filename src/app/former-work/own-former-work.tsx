import { Button } from "@mantine/core";
import { Download, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { withDatabaseOf } from "#mirror/device/seen-people.ts";
import {
  countTogether,
  idsOf,
  type KeptWork,
  readUnsentWork,
  unsentOfPredecessors,
  unsentOnDevice,
} from "#mirror/device/unsent-work.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { discardUnsent, takeOver } from "#outbox/take-over.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { useShownIdentity } from "#session/pin.ts";
import { useConnection, useSync } from "#sync/sync-context.tsx";
import { AskTwice } from "#ui/ask-twice.tsx";
import { formatNoteCount, formatOldest } from "#ui/format.ts";
import { showError, showStatus } from "#ui/toast.ts";
import { useNow } from "#ui/use-now.ts";
import classes from "./former-work.module.css";
import { saveUnsent } from "./save-unsent.ts";
import { useSentWords } from "./sent-words.ts";

const AGE_TICK_MS = 60_000;

/**
 * Offers to send, export or discard unsent work of an earlier account of the person signed in. Of an
 * account that only had the same address, it says how they show that the address is theirs.
 */
export function OwnFormerWork() {
  const db = useMirror();
  const email = useShownIdentity()?.email.toLowerCase();
  const kept = useLive(() => unsentOfPredecessors(db.personId), [db]);
  const others = useLive(() => unsentOnDevice(db.personId), [db]);
  if (kept === undefined || others === undefined) return null;
  const known = new Set(kept.map(({ person }) => person.id));
  const sameAddress = others.filter(
    ({ person }) => person.email !== null && person.email === email && !known.has(person.id),
  );
  return (
    <>
      {kept.length > 0 && <Offer kept={kept} />}
      {sameAddress.length > 0 && <Unproven kept={sameAddress} />}
    </>
  );
}

function Unproven({ kept }: { kept: readonly KeptWork[] }) {
  const count = countTogether(kept)?.count ?? 0;
  return (
    <section aria-labelledby="unproven-work" className={classes.panel}>
      <h2 id="unproven-work" className={classes.title}>
        {formatNoteCount(count)} of an account with your address
      </h2>
      <p className={classes.text}>
        Left on this device. To show that the address is yours, sign in once by the link of “Forgot
        password?” or by another service. Then you can send {count === 1 ? "it" : "them"} here.
      </p>
    </section>
  );
}

function Offer({ kept }: { kept: readonly KeptWork[] }) {
  const db = useMirror();
  const sync = useSync();
  const offline = useConnection() === "down";
  const companyId = useShownIdentity()?.companyId ?? null;
  const now = useNow(AGE_TICK_MS);
  const [busy, setBusy] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const { count, oldest } = countTogether(kept) ?? { count: 0, oldest: now };
  const notes = formatNoteCount(count);
  const sent = useSentWords(kept, count);
  const elsewhere = kept.some(({ person }) => {
    return person.companyId !== null && person.companyId !== companyId;
  });

  async function send(): Promise<void> {
    setBusy(true);
    for (const { person } of kept) {
      const move = { from: person.id, to: db.personId };
      const outcome = await sync?.ask((backend) => takeOver(backend, browserPorts, move));
      if (outcome?.kind !== "ok") {
        showError("Not sent", "Nothing is lost: it stays on this device. Try again later.");
        break;
      }
    }
    setBusy(false);
  }

  async function discard(): Promise<void> {
    panel.current?.focus();
    for (const { person } of kept) {
      const ids = idsOf(await withDatabaseOf(person.id, readUnsentWork));
      await discardUnsent(browserPorts, person.id, ids);
    }
    showStatus("Discarded", `${notes} from your earlier account`);
  }

  return (
    <section ref={panel} tabIndex={-1} aria-labelledby="own-former-work" className={classes.panel}>
      <h2 id="own-former-work" className={classes.title}>
        {notes} from your earlier account
      </h2>
      <p className={classes.text}>
        Made on this device before that account was deleted, {formatOldest(count, oldest, now)}, and
        {sent.described}.
        {elsewhere &&
          " That account belonged to another company: what you send, the company you are in now can read."}
        {offline && " You are offline: send them when you are back online."}
      </p>
      <div className={classes.actions}>
        <Button
          className={classes.first ?? ""}
          loading={busy}
          disabled={sync === null || offline}
          onClick={() => void send()}
        >
          {count === 1 ? "Send it now" : "Send them now"}
        </Button>
        <Button
          variant="default"
          leftSection={<Download size={18} aria-hidden />}
          onClick={() => void saveUnsent(kept.map(({ person }) => person.id))}
        >
          Export
        </Button>
        <AskTwice
          label="Discard"
          icon={<Trash2 size={18} aria-hidden />}
          question={`Discard ${notes}? ${sent.asked} This cannot be undone.`}
          disabled={busy}
          onConfirm={() => void discard()}
        />
      </div>
    </section>
  );
}

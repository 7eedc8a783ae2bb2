import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { useMirror } from "../../../mirror/mirror-context.tsx";
import { countWaiting } from "../../../mirror/outbox.ts";
import { signOutEverywhere } from "../../../session/account.ts";
import { useSessionHeld } from "../../../session/hold.ts";
import { signOut } from "../../../session/session.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { staysWords } from "../../../ui/stays-words.ts";
import { showError, showStatus } from "../../../ui/toast.ts";
import { accountWords } from "../account-words.ts";
import classes from "../settings-page.module.css";

type Where = "here" | "everywhere";

/** Signs out on this device, or on every one; what waits to be sent is warned about. */
export function SignOutButtons(props: { offline: boolean }) {
  const db = useMirror();
  const held = useSessionHeld();
  const [asked, setAsked] = useState<{ where: Where; waiting: number } | null>(null);
  const [busy, setBusy] = useState(false);

  async function ask(where: Where): Promise<void> {
    if (held) {
      showError("Recording in progress", "Stop the recording before you sign out.");
      return;
    }
    const waiting = await countWaiting(db);
    if (where === "here" && waiting === 0) await signOut();
    else setAsked({ where, waiting });
  }

  async function leave(where: Where): Promise<void> {
    setAsked(null);
    if (where === "here") {
      await signOut();
      return;
    }
    setBusy(true);
    const ended = await signOutEverywhere();
    setBusy(false);
    if (ended.kind === "ok") showStatus("Signed out everywhere", EVERYWHERE);
    else showError("You are not signed out", accountWords(ended));
  }

  return (
    <>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => void ask("here")}>
          Sign out here
        </Button>
        <Button
          variant="default"
          loading={busy}
          disabled={props.offline}
          onClick={() => void ask("everywhere")}
        >
          Sign out everywhere
        </Button>
      </div>
      {asked !== null && (
        <ConfirmDialog
          title={asked.where === "here" ? "Sign out?" : "Sign out everywhere?"}
          confirm="Sign out"
          onCancel={() => setAsked(null)}
          onConfirm={() => void leave(asked.where)}
        >
          {asked.where === "everywhere" && <Text>{EVERYWHERE}</Text>}
          {asked.waiting > 0 && <Text mt="xs">{staysWords(asked.waiting)}</Text>}
        </ConfirmDialog>
      )}
    </>
  );
}

const EVERYWHERE = "Every device has to sign in again, the others as well.";

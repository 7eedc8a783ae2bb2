import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import { countUnsent, isEverythingSent, type UnsentCount } from "#mirror/person/outbox/unsent.ts";
import { signOutEverywhere } from "#session/own-account.ts";
import { useSessionPinned } from "#session/pin.ts";
import { signOut } from "#session/session.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { signOutWarning } from "#ui/sign-out-warning.ts";
import { showError, showStatus } from "#ui/toast.ts";
import { describeAccountRefusal } from "../describe-account-refusal.ts";
import classes from "../settings-page.module.css";

type Where = "here" | "everywhere";

/** Signs out on this device or on all devices, after a warning about unsent work. */
export function SignOutButtons(props: { offline: boolean }) {
  const db = useMirror();
  const held = useSessionPinned();
  const [asked, setAsked] = useState<{ where: Where; unsent: UnsentCount } | null>(null);
  const [busy, setBusy] = useState(false);

  async function ask(where: Where): Promise<void> {
    if (held) return showError("Recording in progress", "Stop the recording before you sign out.");
    const unsent = await countUnsent(db);
    if (where === "here" && isEverythingSent(unsent)) await signOut();
    else setAsked({ where, unsent });
  }

  async function leave(where: Where): Promise<void> {
    setAsked(null);
    if (where === "here") return signOut();
    setBusy(true);
    const ended = await signOutEverywhere();
    setBusy(false);
    if (ended.kind === "ok") showStatus("Signed out everywhere", EVERYWHERE);
    else showError("You are not signed out", describeAccountRefusal(ended));
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
          {signOutWarning(asked.unsent).map((words) => (
            <Text key={words} mt="xs">
              {words}
            </Text>
          ))}
        </ConfirmDialog>
      )}
    </>
  );
}

const EVERYWHERE = "Every device has to sign in again, the others as well.";

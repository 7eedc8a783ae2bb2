import { Button } from "@mantine/core";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { useMirror } from "../mirror/mirror-context.tsx";
import { countWaiting } from "../mirror/outbox.ts";
import { useSessionHeld } from "../session/hold.ts";
import { signOut } from "../session/session.ts";
import { showError } from "../ui/toast.ts";
import { useLateModule } from "../ui/use-late-module.ts";

/** Signs out; asks first when something waits on this device. */
export function LogoutButton() {
  const db = useMirror();
  const held = useSessionHeld();
  const [dialog, loadDialog] = useLateModule(() => import("./logout-dialog.tsx"));
  const [waiting, setWaiting] = useState(0);
  const [asking, setAsking] = useState(false);

  async function logout(): Promise<void> {
    if (held) {
      showError("Recording in progress", "Stop the recording before you sign out.");
      return;
    }
    const count = await countWaiting(db);
    if (count === 0) {
      await signOut();
      return;
    }
    loadDialog();
    setWaiting(count);
    setAsking(true);
  }

  return (
    <>
      <Button
        variant="default"
        fullWidth
        leftSection={<LogOut size={20} aria-hidden />}
        onClick={() => void logout()}
      >
        Logout
      </Button>
      {dialog !== null && (
        <dialog.LogoutDialog opened={asking} waiting={waiting} onStay={() => setAsking(false)} />
      )}
    </>
  );
}

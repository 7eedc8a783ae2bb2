import { Button } from "@mantine/core";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { useMirror } from "../mirror/mirror-context.tsx";
import { countUnsent, isEverythingSent, type UnsentCount } from "../mirror/unsent.ts";
import { useSessionHeld } from "../session/hold.ts";
import { signOut } from "../session/session.ts";
import { showError } from "../ui/toast.ts";
import { useLateModule } from "../ui/use-late-module.ts";

/** Signs out; asks first when something on this device is not on the server. */
export function LogoutButton() {
  const db = useMirror();
  const held = useSessionHeld();
  const [dialog, loadDialog] = useLateModule(() => import("./logout-dialog.tsx"));
  const [unsent, setUnsent] = useState<UnsentCount | null>(null);
  const [asking, setAsking] = useState(false);

  async function logout(): Promise<void> {
    if (held) {
      showError("Recording in progress", "Stop the recording before you sign out.");
      return;
    }
    const count = await countUnsent(db);
    if (isEverythingSent(count)) {
      await signOut();
      return;
    }
    loadDialog();
    setUnsent(count);
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
      {dialog !== null && unsent !== null && (
        <dialog.LogoutDialog opened={asking} unsent={unsent} onStay={() => setAsking(false)} />
      )}
    </>
  );
}

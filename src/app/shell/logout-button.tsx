import { Button } from "@mantine/core";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { UnsentCount } from "#mirror/person/outbox/unsent.ts";
import { loadWhole } from "#platform/lazy-chunks.ts";
import { useSessionPinned } from "#session/pin.ts";
import { signOut } from "#session/session.ts";
import { showError } from "#ui/toast.ts";
import { useLazyModule } from "#ui/use-lazy-module.ts";

// Loaded at sign-out, so that the first page does not wait for it.
const loadCounting = () => import("#mirror/person/outbox/unsent.ts");

/** Signs out. Asks first if something on this device is not on the server. */
export function LogoutButton() {
  const db = useMirror();
  const held = useSessionPinned();
  const [dialog, loadDialog] = useLazyModule(() => import("./logout-dialog.tsx"));
  const [unsent, setUnsent] = useState<UnsentCount | null>(null);

  async function logout(): Promise<void> {
    if (held) return showError("Recording in progress", "Stop the recording before you sign out.");
    const { countUnsent, isEverythingSent } = await loadWhole(loadCounting);
    const count = await countUnsent(db);
    if (isEverythingSent(count)) return signOut();
    loadDialog();
    setUnsent(count);
  }

  function logoutFailed(error: unknown): void {
    console.error("Signing out failed:", error);
    showError("Error", "You are still signed in. Try again.");
  }

  return (
    <>
      <Button
        variant="default"
        fullWidth
        leftSection={<LogOut size={20} aria-hidden />}
        onClick={() => void logout().catch(logoutFailed)}
      >
        Logout
      </Button>
      {dialog !== null && unsent !== null && (
        <dialog.LogoutDialog unsent={unsent} onStay={() => setUnsent(null)} />
      )}
    </>
  );
}

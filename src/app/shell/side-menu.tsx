import { Button } from "@mantine/core";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { NavLink } from "react-router-dom";
import type { Identity } from "#mirror/device/identity.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { UnsentCount } from "#mirror/person/outbox/unsent.ts";
import { loadWhole } from "#platform/lazy-chunks.ts";
import { useSessionPinned } from "#session/pin.ts";
import { signOut } from "#session/session.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
import { showError } from "#ui/toast.ts";
import { useLazyModule } from "#ui/use-lazy-module.ts";
import { sideMenu } from "./navigation.ts";
import { AppearanceToggles } from "./shell-footer.tsx";
import classes from "./side-menu.module.css";

const InstallEntry = lazyWhenIdle(
  async () => (await import("../install/install-prompt.tsx")).InstallEntry,
);

/** The side menu: the pages, the person signed in, and the preferences of this device. */
export function SideMenu({ identity, left }: { identity: Identity; left?: () => void }) {
  return (
    <div className={classes.menu}>
      <nav aria-label="Main">
        <ul className={classes.links}>
          {sideMenu(identity.role).map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <NavLink to={to} className={classes.link ?? ""} onClick={left}>
                <Icon size={22} aria-hidden />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {/* Placed in otherwise empty space: the entry appears only when the browser offers it, and
          must not move other entries. */}
      <InstallEntry />
      <div className={classes.foot}>
        <div>
          <AppearanceToggles />
        </div>
        <div className={classes.account}>
          <p className={classes.name}>{identity.fullName ?? "User"}</p>
          <p className={classes.email}>{identity.email}</p>
        </div>
        <LogoutButton />
      </div>
    </div>
  );
}

// Loaded at sign-out, so that the first page does not wait for it.
const loadCounting = () => import("#mirror/person/outbox/unsent.ts");

/** Signs out. Asks first if something on this device is not on the server. */
function LogoutButton() {
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

import { UnstyledButton } from "@mantine/core";
import { CloudOff, Menu } from "lucide-react";
import { Suspense, useState } from "react";
import { NavLink, Outlet, useLocation } from "react-router-dom";
import type { Identity } from "#mirror/device/identity.ts";
import { MirrorProvider } from "#mirror/mirror-context.tsx";
import { useShownIdentity } from "#session/pin.ts";
import { endSession, useSession } from "#session/session.ts";
import { SyncProvider, useConnection } from "#sync/sync-context.tsx";
import { Brand } from "#ui/brand.tsx";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
import { HeadingPlace } from "#ui/page-heading.tsx";
import { useLazyModule } from "#ui/use-lazy-module.ts";
import { FailureBoundary, LazyStorageFailure, PageFailure } from "../failures/failure-boundary.tsx";
import { SyncStatus } from "../queue/sync-status.tsx";
import { bottomBar } from "./navigation.ts";
import { ShellFooter } from "./shell-footer.tsx";
import { SideMenu } from "./side-menu.tsx";
import classes from "./signed-in-layout.module.css";
import { SkipLink } from "./skip-link.tsx";

const LateNotices = lazyWhenIdle(async () => (await import("../background/late.tsx")).LateNotices);
const LateParts = lazyWhenIdle(async () => (await import("../background/late.tsx")).LateParts);

/** The pages with tables. */
const WIDE_PAGES: ReadonlySet<string> = new Set([
  "/admin",
  "/detailed-logs",
  "/contact-submissions",
]);

/** The layout of every signed-in page. It opens the person's own mirror and keeps it in sync. */
export function SignedInLayout() {
  const shown = useShownIdentity();
  const signedInId = useSession((session) => session.identity?.id);
  const backend = useSession((session) => session.backend);
  const { pathname } = useLocation();
  const [headingPlace, setHeadingPlace] = useState<HTMLElement | null>(null);
  if (shown === null) return null;
  return (
    <MirrorProvider
      personId={shown.id}
      failed={(trouble) => <LazyStorageFailure trouble={trouble} />}
    >
      {/* A recording can keep another person's pages open: their work is not sent with the
          session of the person who is signed in now. */}
      <SyncProvider backend={shown.id === signedInId ? backend : null} sessionRefused={endSession}>
        <div className={classes.shell} data-wide={WIDE_PAGES.has(pathname) || undefined}>
          <SkipLink />
          <aside className={classes.side}>
            <div className={classes.brand}>
              <Brand tagline />
            </div>
            <SideMenu identity={shown} />
          </aside>
          <header className={classes.header}>
            <div ref={setHeadingPlace} className={classes.heading} />
            <SyncStatus />
            <MobileMenu identity={shown} />
          </header>
          <main id="main" tabIndex={-1} className={classes.main}>
            <FailureBoundary fallback={null}>
              <LateNotices />
            </FailureBoundary>
            <HeadingPlace value={{ element: headingPlace }}>
              <FailureBoundary of={pathname} fallback={<PageFailure />}>
                <Suspense fallback={<div className={classes.pending} />}>
                  <Outlet />
                </Suspense>
              </FailureBoundary>
            </HeadingPlace>
            <FailureBoundary fallback={null}>
              <LateParts />
            </FailureBoundary>
          </main>
          <ShellFooter />
          <ShellNotice />
          <BottomBar />
        </div>
      </SyncProvider>
    </MirrorProvider>
  );
}

/** The navigation bar of a phone, at the bottom, where the thumb reaches it. */
function BottomBar() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Shortcuts" className={classes.bar}>
      {bottomBar(pathname).map(({ to, label, icon: Icon }) => (
        <NavLink key={label} to={to} className={classes.link ?? ""}>
          <Icon size={24} aria-hidden />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

/** The side menu where the screen is too narrow to keep it open. */
function MobileMenu(props: { identity: Identity }) {
  const [drawer, loadDrawer] = useLazyModule(() => import("./menu-drawer.tsx"));
  const [opened, setOpened] = useState(false);
  return (
    <div className={classes.menu}>
      <UnstyledButton
        className={classes.button ?? ""}
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => {
          loadDrawer();
          setOpened(true);
        }}
      >
        <Menu size={26} aria-hidden />
      </UnstyledButton>
      {drawer !== null && (
        <drawer.MenuDrawer
          identity={props.identity}
          opened={opened}
          onClose={() => setOpened(false)}
        />
      )}
    </div>
  );
}

/** Notices about the app itself, in a strip at the bottom of every signed-in page. */
function ShellNotice() {
  const offline = useConnection() === "down";
  // Visible only while a recording keeps the page open: otherwise a signed-out person is sent to
  // the sign-in page.
  const signedOut = useSession((session) => session.status === "signed-out");
  const suspended = useSession((session) => session.suspended);
  return (
    <div role="status">
      {signedOut && (
        <p className={classes.notice}>
          {suspended ? "Your account is suspended." : "You are signed out."} Your recording is kept
          here.
        </p>
      )}
      {offline && !signedOut && (
        <p className={classes.notice}>
          <CloudOff size={18} aria-hidden className={classes.icon} />
          Offline. Your work is kept here.
        </p>
      )}
    </div>
  );
}

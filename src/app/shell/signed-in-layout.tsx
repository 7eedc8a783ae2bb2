import { Suspense, useState } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { MirrorProvider } from "#mirror/mirror-context.tsx";
import { useShownIdentity } from "#session/pin.ts";
import { endSession, useSession } from "#session/session.ts";
import { SyncProvider } from "#sync/sync-context.tsx";
import { Brand } from "#ui/brand.tsx";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
import { HeadingPlaceProvider } from "#ui/page-heading.tsx";
import { FailureBoundary } from "../failures/failure-boundary.tsx";
import { LazyStorageFailure } from "../failures/lazy-storage-failure.tsx";
import { PageFailure } from "../failures/page-failure.tsx";
import { SyncStatus } from "../queue/sync-status.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { ShellFooter } from "./shell-footer.tsx";
import { ShellNotice } from "./shell-notice.tsx";
import { SideMenu } from "./side-menu.tsx";
import classes from "./signed-in-layout.module.css";
import { SkipLink } from "./skip-link.tsx";

const Downloads = lazyWhenIdle(async () => (await import("../background/downloads.tsx")).Downloads);
const FailureToasts = lazyWhenIdle(
  async () => (await import("../queue/failure-toasts.ts")).FailureToasts,
);
const FormerWorkNotice = lazyWhenIdle(async () => {
  return (await import("../former-work/former-work-notice.tsx")).FormerWorkNotice;
});
const InstallPrompt = lazyWhenIdle(
  async () => (await import("../install/install-prompt.tsx")).InstallPrompt,
);

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
              <FormerWorkNotice />
            </FailureBoundary>
            <HeadingPlaceProvider element={headingPlace}>
              <FailureBoundary of={pathname} fallback={<PageFailure />}>
                <Suspense fallback={<div className={classes.pending} />}>
                  <Outlet />
                </Suspense>
              </FailureBoundary>
            </HeadingPlaceProvider>
            <FailureBoundary fallback={null}>
              <FailureToasts />
              <InstallPrompt />
            </FailureBoundary>
          </main>
          <ShellFooter />
          <ShellNotice />
          <FailureBoundary fallback={null}>
            <Downloads />
          </FailureBoundary>
          <BottomBar />
        </div>
      </SyncProvider>
    </MirrorProvider>
  );
}

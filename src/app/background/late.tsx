import { NoSignalBar } from "#features/offline-use/no-signal.tsx";
import { FailureBoundary } from "../failures/failure-boundary.tsx";
import { FormerWorkNotice } from "../former-work/former-work-notice.tsx";
import { InstallPrompt } from "../install/install-prompt.tsx";
import { FailureToasts } from "../queue/failure-toasts.ts";
import { Downloads } from "./downloads.tsx";

/** The notices above every signed-in page. */
export function LateNotices() {
  return (
    <>
      <NoSignalBar />
      <FormerWorkNotice />
    </>
  );
}

/** What every signed-in page does once it is idle. */
export function LateParts() {
  return (
    <>
      <FailureBoundary fallback={null}>
        <FailureToasts />
        <InstallPrompt />
      </FailureBoundary>
      <FailureBoundary fallback={null}>
        <Downloads />
      </FailureBoundary>
    </>
  );
}

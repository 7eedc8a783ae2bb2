import { openMirrorAhead } from "#mirror/mirror-context.tsx";
import { useSession, whenSession } from "#session/session.ts";
import { loadPages } from "./routes.tsx";

/** Longest wait in milliseconds; then the app shows what it can. */
const PATIENCE_MS = 1000;

/**
 * Waits until the app can show its first page in one step: until it is known who is signed in, and
 * the code of the page is there. Meanwhile the person's mirror is being opened.
 */
export async function untilShowable(): Promise<void> {
  await Promise.race([
    ready().catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ]);
}

async function ready(): Promise<void> {
  await whenSession((session) => session.status !== "starting" || session.storageTrouble !== null);
  const { identity } = useSession.getState();
  if (identity !== null) openMirrorAhead(identity.id);
  await loadPages(location.pathname, identity !== null);
}

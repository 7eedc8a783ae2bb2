import type { RouteHandlerCallback } from "workbox-core/types.js";
import type { PrecacheController } from "workbox-precaching";
import { type EntryPieces, fillEntries } from "../src/app/static-shell/fill/fill-entries.ts";
import { readNewestEntries } from "../src/mirror/newest-entries.ts";
import { ENTRIES_PLACE, ENTRY_PIECES_FILE } from "../src/platform/static-shells.ts";
import { withinTime } from "../src/platform/within-time.ts";

/** As many entries as most screens hold. */
const FIRST_SCREEN = 6;

/** How long the rest of the page waits for the entries, in ms. */
const PATIENCE_MS = 300;

/**
 * Answers with the history's shell and the newest entries in it.
 * @param open answers with the shell as it was built
 */
export function openFilled(
  open: RouteHandlerCallback,
  controller: PrecacheController,
): RouteHandlerCallback {
  return async (options) => {
    // An address with a search or an agent shows other entries.
    if (new URL(options.request.url).search !== "") return open(options);
    const reading = readEntries(controller).catch(() => null);
    const entries = withinTime(PATIENCE_MS, reading, null);
    const shell = await open(options);
    const [before = "", loading = "", after = ""] = (await shell.text()).split(ENTRIES_PLACE);
    const text = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async start(page) {
        page.enqueue(text.encode(before));
        page.enqueue(text.encode(((await entries) ?? loading) + after));
        page.close();
      },
    });
    const headers = new Headers(shell.headers);
    for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
    return new Response(body, { status: shell.status, headers });
  };
}

async function readEntries(controller: PrecacheController): Promise<string | null> {
  const [logs, stored] = await Promise.all([
    readNewestEntries(FIRST_SCREEN),
    controller.matchPrecache(ENTRY_PIECES_FILE),
  ]);
  if (logs === null || logs.length === 0 || stored === undefined) return null;
  const pieces: EntryPieces = await stored.json();
  return fillEntries(pieces, logs, Date.now());
}

import { KNOWLEDGE_BUCKET } from "@contracts/knowledge.ts";
import { authorizedCall } from "./auth/authorized-call.ts";
import type { Tokens } from "./auth/tokens.ts";
import { type Outcome, refusedOutcome, unreachable } from "./outcome.ts";

/** The bytes of a stored file from an offset to its end. */
export interface ObjectStream {
  /** The offset of the first byte: 0 when the server does not send partial content. */
  from: number;
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>;
}

export type ObjectStreams = ReturnType<typeof openObjectStreams>;

/**
 * The files of the knowledge base as streams. supabase-js returns a file only when all of it has
 * arrived.
 */
export function openObjectStreams(options: {
  url: string;
  publicKey: string;
  auth: Tokens;
  fetch: typeof fetch;
}) {
  return {
    /**
     * Starts to read a file of `size` bytes at byte `from`. A reply whose length or type does not
     * fit the file (such as a network's login page) counts as no connection.
     */
    read(
      personId: string,
      file: { path: string; size: number; from: number },
      signal: AbortSignal,
    ): Promise<Outcome<ObjectStream>> {
      const { path, size, from } = file;
      const address = path.split("/").map(encodeURIComponent).join("/");
      return authorizedCall(options.auth, personId, async (accessToken) => {
        let response: Response;
        try {
          response = await options.fetch(
            `${options.url}/storage/v1/object/${KNOWLEDGE_BUCKET}/${address}`,
            {
              headers: {
                apikey: options.publicKey,
                Authorization: `Bearer ${accessToken}`,
                ...(from > 0 && { Range: `bytes=${from}-` }),
              },
              cache: "no-store",
              signal,
            },
          );
        } catch {
          return unreachable();
        }
        const begins = findFirstByte(response, size);
        if (response.ok && response.body !== null && begins !== null) {
          return { kind: "ok", value: { from: begins, bytes: response.body } };
        }
        await response.body?.cancel();
        if (response.ok) return unreachable("Unexpected reply");
        const status = response.status;
        // Storage answers 400 when there is no such file for this person.
        return refusedOutcome(
          status === 404 ? 403 : status,
          `storage_${status}`,
          "This file can't be downloaded any more.",
          response.headers.get("Retry-After"),
        );
      });
    },
  };
}

/**
 * The offset in a file of `size` bytes at which the body of a reply begins; null when the reply is
 * not that file.
 */
function findFirstByte(response: Response, size: number): number | null {
  if (response.status === 206) {
    const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get("Content-Range") ?? "");
    return range !== null && Number(range[2]) === size ? Number(range[1]) : null;
  }
  // No manual is an HTML page.
  if (response.headers.get("Content-Type")?.startsWith("text/html")) return null;
  const length = response.headers.get("Content-Length");
  // The length of a compressed reply is not the file's length.
  if (length === null || response.headers.has("Content-Encoding")) return 0;
  return Number(length) === size ? 0 : null;
}

import { KNOWLEDGE_BUCKET } from "@contracts/knowledge.ts";
import { StorageApiError, StorageClient } from "@supabase/storage-js";
import { authorizedCall, type Tokens } from "./auth/tokens.ts";
import { type Outcome, refusedOutcome, type Server, unreachable } from "./outcome.ts";

interface StorageReply<T> {
  data: T | null;
  error: unknown;
}

/** The files of the knowledge base. Each method returns an `Outcome` and never throws. */
export function openStorage(options: Server & { auth: Tokens }) {
  const { url, publicKey: apikey, auth } = options;

  /** The bucket as one person's token opens it; an upload has no other way to take a signal. */
  function bucketFor(accessToken: string, signal: AbortSignal | undefined) {
    const fetch: typeof options.fetch = (input, init) =>
      options.fetch(input, signal === undefined ? init : { ...init, signal });
    const headers = { apikey, Authorization: `Bearer ${accessToken}` };
    return new StorageClient(`${url}/storage/v1`, headers, fetch).from(KNOWLEDGE_BUCKET);
  }

  function ask<T>(
    personId: string,
    request: (bucket: ReturnType<typeof bucketFor>) => Promise<StorageReply<T>>,
    signal?: AbortSignal,
  ): Promise<Outcome<T>> {
    return authorizedCall(auth, personId, async (accessToken) =>
      toOutcome(await request(bucketFor(accessToken, signal))),
    );
  }

  return {
    /** Writes a file to a path that holds none yet. Aborted, it may be written all the same. */
    upload(
      personId: string,
      path: string,
      bytes: ArrayBuffer,
      contentType: string,
      signal?: AbortSignal,
    ): Promise<Outcome<unknown>> {
      // Not a Blob: supabase-js sends a Blob as form data, which the embedded backend does not
      // read.
      return ask(personId, (bucket) => bucket.upload(path, bytes, { contentType }), signal);
    },

    download(personId: string, path: string): Promise<Outcome<Blob>> {
      // The browser's HTTP cache would also answer the next person who signs in.
      return ask(personId, (bucket) => bucket.download(path, {}, { cache: "no-store" }));
    },

    /** Removes a file. Succeeds if the file was removed before. */
    async remove(personId: string, path: string): Promise<Outcome<null>> {
      const removed = await ask(personId, (bucket) => bucket.remove([path]));
      if (removed.kind !== "ok") return removed;
      if (removed.value.length > 0) return { kind: "ok", value: null };
      // The server gives the same reply when the file does not exist and when the person may not
      // remove it.
      const slash = path.lastIndexOf("/");
      const listed = await ask(personId, (bucket) =>
        bucket.list(path.slice(0, slash), { search: path.slice(slash + 1) }),
      );
      if (listed.kind !== "ok") return listed;
      return listed.value.some(({ name }) => name === path.slice(slash + 1))
        ? { kind: "never", code: "not_removed", message: "The stored file could not be removed." }
        : { kind: "ok", value: null };
    },
  };
}

function toOutcome<T>({ data, error }: StorageReply<T>): Outcome<T> {
  if (error === null) return data === null ? unreachable() : { kind: "ok", value: data };
  if (!(error instanceof StorageApiError)) return unreachable();
  // Supabase replies with status 400 and puts the real status in the body.
  const meant = Number(error.statusCode);
  const status = meant >= 400 && meant < 600 ? meant : error.status;
  return refusedOutcome(status, error.statusCode, error.message, null);
}

/**
 * The bytes of a stored file from the offset `from` to its end; it is 0 when the server does not send
 * partial content.
 */
export interface ObjectStream {
  from: number;
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * The files of the knowledge base as streams. supabase-js returns a file only when all of it has
 * arrived.
 */
export function openObjectStreams(options: Server & { auth: Tokens }) {
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

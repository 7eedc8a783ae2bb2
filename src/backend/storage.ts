import { KNOWLEDGE_BUCKET } from "@contracts/knowledge.ts";
import { StorageApiError, StorageClient } from "@supabase/storage-js";
import { authorizedCall } from "./auth/authorized-call.ts";
import type { Tokens } from "./auth/tokens.ts";
import { type Outcome, refusedOutcome, unreachable } from "./outcome.ts";

interface StorageReply<T> {
  data: T | null;
  error: unknown;
}

export type Storage = ReturnType<typeof openStorage>;

/** The files of the knowledge base. Each method returns an `Outcome` and never throws. */
export function openStorage(options: {
  url: string;
  publicKey: string;
  auth: Tokens;
  fetch: typeof fetch;
}) {
  const { url, publicKey: apikey, auth } = options;

  /** The bucket as one person's token opens it; an upload has no other way to take a signal. */
  function bucketFor(accessToken: string, signal: AbortSignal | undefined) {
    const fetch: typeof options.fetch =
      signal === undefined
        ? options.fetch
        : (input, init) => options.fetch(input, { ...init, signal });
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

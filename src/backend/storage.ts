import { KNOWLEDGE_BUCKET } from "@contracts/knowledge.ts";
import { StorageApiError, type SupabaseClient } from "@supabase/supabase-js";
import { authorizedCall } from "./auth/authorized-call.ts";
import type { Tokens } from "./auth/tokens.ts";
import { type Outcome, refusedOutcome, unreachable } from "./outcome.ts";

interface StorageReply<T> {
  data: T | null;
  error: unknown;
}

export type Storage = ReturnType<typeof openStorage>;

/** The files of the knowledge base. Each method returns an `Outcome` and never throws. */
export function openStorage(client: SupabaseClient, auth: Tokens) {
  const bucket = () => client.storage.from(KNOWLEDGE_BUCKET);

  function ask<T>(personId: string, request: () => Promise<StorageReply<T>>): Promise<Outcome<T>> {
    return authorizedCall(auth, personId, async () => outcomeOf(await request()));
  }

  return {
    /** Writes a file to a path that holds none yet. */
    upload(
      personId: string,
      path: string,
      bytes: ArrayBuffer,
      contentType: string,
    ): Promise<Outcome<unknown>> {
      // Not a Blob: supabase-js sends a Blob as form data, which the embedded backend does not
      // read.
      return ask(personId, () => bucket().upload(path, bytes, { contentType }));
    },

    download(personId: string, path: string): Promise<Outcome<Blob>> {
      // The browser's HTTP cache would also answer the next person who signs in.
      return ask(personId, () => bucket().download(path, {}, { cache: "no-store" }));
    },

    /** Removes a file. Succeeds if the file was removed before. */
    async remove(personId: string, path: string): Promise<Outcome<null>> {
      const removed = await ask(personId, () => bucket().remove([path]));
      if (removed.kind !== "ok") return removed;
      if (removed.value.length > 0) return { kind: "ok", value: null };
      // The server gives the same reply when the file does not exist and when the person may not
      // remove it.
      const slash = path.lastIndexOf("/");
      const listed = await ask(personId, () =>
        bucket().list(path.slice(0, slash), { search: path.slice(slash + 1) }),
      );
      if (listed.kind !== "ok") return listed;
      return listed.value.some(({ name }) => name === path.slice(slash + 1))
        ? { kind: "never", code: "not_removed", message: "The stored file could not be removed." }
        : { kind: "ok", value: null };
    },
  };
}

function outcomeOf<T>({ data, error }: StorageReply<T>): Outcome<T> {
  if (error === null) return data === null ? unreachable() : { kind: "ok", value: data };
  if (!(error instanceof StorageApiError)) return unreachable();
  // Supabase replies with status 400 and puts the real status in the body.
  const meant = Number(error.statusCode);
  const status = meant >= 400 && meant < 600 ? meant : error.status;
  return refusedOutcome(status, error.statusCode, error.message, null);
}

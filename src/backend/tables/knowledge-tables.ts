import {
  type DocumentKind,
  type DocumentLanguage,
  type FileAgent,
  type KnowledgeChunk,
  type KnowledgeFile,
  knowledgeChunkSchema,
  knowledgeFileSchema,
  type Passage,
  type Reading,
} from "@contracts/knowledge.ts";
import type { PostgrestClient } from "@supabase/postgrest-js";
import { z } from "zod/mini";
import type { Tokens } from "../auth/tokens.ts";
import type { Outcome } from "../outcome.ts";
import { allPages, asPerson } from "./table-requests.ts";

const FILE_COLUMNS =
  "id, file_name, file_path, company_id, uploaded_by, created_at, allowed_agents, kind, size_bytes, page_count, picture_pages, reading, language, passage_count, indexed_passages, indexed_at, deleting_at, superseded_by, superseded_at";

/** A row of `knowledge_base` as the uploading person writes it. */
export interface NewKnowledgeFile {
  id: string;
  file_name: string;
  file_path: string;
  company_id: string;
  uploaded_by: string;
  allowed_agents: FileAgent[];
  kind: DocumentKind;
  size_bytes: number;
  page_count: number | null;
  picture_pages: number[] | null;
  reading: Reading;
  language: DocumentLanguage;
  passage_count: number;
}

/** A file that becomes the next version of another, whose company and agents it gets. */
export type NewKnowledgeVersion = Omit<
  NewKnowledgeFile,
  "company_id" | "uploaded_by" | "allowed_agents"
> & { previous: string };

/** The columns of a file that can be changed. */
export type KnowledgeFileChange = Partial<
  Pick<
    KnowledgeFile,
    | "allowed_agents"
    | "page_count"
    | "picture_pages"
    | "reading"
    | "language"
    | "passage_count"
    | "deleting_at"
  >
>;

export type KnowledgeTables = ReturnType<typeof openKnowledgeTables>;

/** The tables of the knowledge base. Each method returns an `Outcome` and never throws. */
export function openKnowledgeTables(client: PostgrestClient, auth: Tokens) {
  const ask = asPerson(auth);

  return {
    /** Every file that a person may see, newest first. */
    files(personId: string): Promise<Outcome<KnowledgeFile[]>> {
      return allPages((from, to) =>
        ask(
          personId,
          () =>
            client
              .from("knowledge_base")
              .select(FILE_COLUMNS)
              .order("created_at", { ascending: false })
              .order("id")
              .range(from, to),
          (data) => z.array(knowledgeFileSchema).parse(data),
        ),
      );
    },

    /** A file in its present state; null when there is none that the person may see. */
    file(personId: string, id: string): Promise<Outcome<KnowledgeFile | null>> {
      return ask(
        personId,
        () => client.from("knowledge_base").select(FILE_COLUMNS).eq("id", id),
        (data) => z.array(knowledgeFileSchema).parse(data)[0] ?? null,
      );
    },

    addFile(file: NewKnowledgeFile): Promise<Outcome<null>> {
      return ask(
        file.uploaded_by,
        () => client.from("knowledge_base").insert(file),
        () => null,
      );
    },

    /** Adds the next version of a file. It takes that file's place once its passages arrived. */
    addVersion(personId: string, version: NewKnowledgeVersion): Promise<Outcome<null>> {
      return ask(
        personId,
        () => client.rpc("add_document_version", version),
        () => null,
      );
    },

    /** Has a replaced file answer again, whose newer version was deleted or never complete. */
    restoreVersion(personId: string, id: string): Promise<Outcome<null>> {
      return ask(
        personId,
        () => client.rpc("restore_document_version", { file: id }),
        () => null,
      );
    },

    /** @returns the changed file; null when there is none that the person may change */
    changeFile(
      personId: string,
      id: string,
      change: KnowledgeFileChange,
    ): Promise<Outcome<KnowledgeFile | null>> {
      return ask(
        personId,
        () => client.from("knowledge_base").update(change).eq("id", id).select(FILE_COLUMNS),
        (data) => z.array(knowledgeFileSchema).parse(data)[0] ?? null,
      );
    },

    /** Deletes a file's row and, with it, its passages. Succeeds if the row was deleted before. */
    deleteFile(personId: string, id: string): Promise<Outcome<null>> {
      return ask(
        personId,
        () => client.from("knowledge_base").delete().eq("id", id),
        () => null,
      );
    },

    /**
     * Adds passages of a file. Passages that the server already has stay unchanged. Aborted, they may
     * arrive all the same.
     */
    addPassages(
      personId: string,
      fileId: string,
      passages: readonly Passage[],
      signal?: AbortSignal,
    ): Promise<Outcome<null>> {
      const rows = passages.map((passage) => ({ ...passage, file_id: fileId }));
      return ask(
        personId,
        () => {
          const request = client
            .from("knowledge_chunks")
            .upsert(rows, { onConflict: "file_id,chunk_no", ignoreDuplicates: true });
          return signal === undefined ? request : request.abortSignal(signal);
        },
        () => null,
      );
    },

    /** A file's passages, in reading order. */
    passages(personId: string, fileId: string): Promise<Outcome<KnowledgeChunk[]>> {
      return allPages((from, to) =>
        ask(
          personId,
          () =>
            client
              .from("knowledge_chunks")
              .select("file_id, chunk_no, page, heading, body")
              .eq("file_id", fileId)
              .order("chunk_no")
              .range(from, to),
          (data) => z.array(knowledgeChunkSchema).parse(data),
        ),
      );
    },

    deletePassages(personId: string, fileId: string): Promise<Outcome<null>> {
      return ask(
        personId,
        () => client.from("knowledge_chunks").delete().eq("file_id", fileId),
        () => null,
      );
    },
  };
}

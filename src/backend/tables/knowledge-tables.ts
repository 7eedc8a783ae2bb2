import {
  type DocumentKind,
  type DocumentLanguage,
  type FileAgent,
  type KnowledgeFile,
  knowledgeChunkSchema,
  knowledgeFileSchema,
  type Passage,
  type Reading,
} from "@contracts/knowledge.ts";
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { Tokens } from "../auth/tokens.ts";
import type { Outcome } from "../outcome.ts";
import { openRows } from "./rows.ts";
import { asPerson } from "./table-requests.ts";

const FILES = {
  source: "knowledge_base",
  columns: Object.keys(knowledgeFileSchema.shape).join(", "),
  schema: knowledgeFileSchema,
};
const PASSAGES = {
  source: "knowledge_chunks",
  columns: "file_id, chunk_no, page, heading, body",
  schema: knowledgeChunkSchema,
};

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

/** The tables of the knowledge base. Each method returns an `Outcome` and never throws. */
export function openKnowledgeTables(client: PostgrestClient, auth: Tokens) {
  const ask = asPerson(auth);
  const rows = openRows(client, auth);
  const nothing = () => null;

  return {
    /** Every file that a person may see, newest first. */
    files: (me: string) => rows.read(me, FILES, { match: {}, order: ["-created_at", "id"] }),

    /** A file in its present state; null when there is none that the person may see. */
    file: (me: string, id: string) => rows.readOne(me, FILES, { id }),

    addFile: (file: NewKnowledgeFile) =>
      ask(file.uploaded_by, () => client.from(FILES.source).insert(file), nothing),

    /** Adds the next version of a file. It takes that file's place once its passages arrived. */
    addVersion: (me: string, version: NewKnowledgeVersion) =>
      ask(me, () => client.rpc("add_document_version", version), nothing),

    /** Has an earlier version of a document answer again, as its newest one. */
    restoreVersion: (me: string, id: string) =>
      ask(me, () => client.rpc("restore_document_version", { file: id }), nothing),

    /** @returns the changed file; null when there is none that the person may change */
    changeFile: (me: string, id: string, change: KnowledgeFileChange) =>
      rows.change(me, FILES, { id }, change),

    /** Deletes a file's row and, with it, its passages. Succeeds if the row was deleted before. */
    deleteFile: (me: string, id: string) =>
      ask(me, () => client.from(FILES.source).delete().eq("id", id), nothing),

    /**
     * Adds passages of a file. Passages that the server already has stay unchanged. Aborted, they may
     * arrive all the same.
     */
    addPassages(
      me: string,
      fileId: string,
      passages: readonly Passage[],
      signal?: AbortSignal,
    ): Promise<Outcome<null>> {
      const added = passages.map((passage) => ({ ...passage, file_id: fileId }));
      const how = { onConflict: "file_id,chunk_no", ignoreDuplicates: true };
      return ask(
        me,
        () => {
          const request = client.from(PASSAGES.source).upsert(added, how);
          return signal === undefined ? request : request.abortSignal(signal);
        },
        nothing,
      );
    },

    /** A file's passages, in reading order. */
    passages: (me: string, fileId: string) =>
      rows.read(me, PASSAGES, { match: { file_id: fileId }, order: ["chunk_no"] }),

    deletePassages: (me: string, fileId: string) =>
      ask(me, () => client.from(PASSAGES.source).delete().eq("file_id", fileId), nothing),
  };
}

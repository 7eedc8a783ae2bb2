import { z } from "zod/mini";
import { AGENT_IDS, AGENTS, type Agent, type AgentWith } from "./agent.ts";

/** Largest file of the knowledge base, in bytes. */
export const KNOWLEDGE_FILE_LIMIT_BYTES = 10_000_000;

/** Longest text of one passage, in characters. */
export const PASSAGE_LIMIT = 4_000;

/** Most passages that a search returns, and that an answer is made from. */
export const MOST_PASSAGES = 12;

/** Storage bucket that holds the files, each at `<company id>/<timestamp>_<file name>`. */
export const KNOWLEDGE_BUCKET = "knowledge-base";

/** Agents that a file may be opened to; the others use every file of their company. */
export type FileAgent = (typeof AGENTS)[AgentWith<{ files: "opened" }>]["logged"];
const fileAgentSchema = z.enum(
  AGENT_IDS.flatMap((id) => (AGENTS[id].files === "opened" ? [AGENTS[id].logged] : [])),
);

/** A file's format, which its content and its name together determine. */
export const documentKindSchema = z.enum(["pdf", "doc", "docx", "txt", "md"]);
export type DocumentKind = z.infer<typeof documentKindSchema>;

/** Languages whose words are searched by their stems. */
export const DOCUMENT_LANGUAGES = ["english", "german", "spanish", "french"] as const;
export type DocumentLanguage = (typeof DOCUMENT_LANGUAGES)[number];

/** What of a document's content became passages, and what did not. */
const readingSchema = z.object({
  /** The part of its printed letters that became passages, from 0 to 1. */
  share: z.number(),
  /** Its pages whose letters can't be told, because the file does not say what they mean. */
  untold_pages: z.array(z.number()),
  /** How many pictures stand in its text, in kinds without pages: text in them is not read. */
  pictures: z.number(),
  /** How many objects of other programs stand in its text: these are not read. */
  objects: z.number(),
});
export type Reading = z.infer<typeof readingSchema>;

/** A row of `knowledge_base`. */
export const knowledgeFileSchema = z.object({
  id: z.uuid(),
  /** As the person who uploaded it named it: for showing only, never part of a path. */
  file_name: z.string(),
  file_path: z.string(),
  company_id: z.uuid(),
  uploaded_by: z.nullable(z.uuid()),
  created_at: z.string(),
  allowed_agents: z.array(fileAgentSchema),
  kind: documentKindSchema,
  size_bytes: z.number(),
  /** Null for kinds without pages. */
  page_count: z.nullable(z.number()),
  /**
   * Its pages that are pictures without text, in their order: none of them is searched. Null for kinds
   * without pages, and for files that were read before this was kept.
   */
  picture_pages: z.nullable(z.array(z.number())),
  /** Null for files that were read before this was kept. */
  reading: z.nullable(readingSchema),
  language: z.enum(DOCUMENT_LANGUAGES),
  /** How many passages it has in full; null while its text has not been read. */
  passage_count: z.nullable(z.number()),
  /** How many of them the server has. */
  indexed_passages: z.number(),
  /** Changes whenever its passages do. */
  indexed_at: z.nullable(z.string()),
  /** Since when it is being deleted; hidden from everybody but administrators from then on. */
  deleting_at: z.nullable(z.string()),
  /** The next version of the document; it may not be complete yet. */
  superseded_by: z.nullable(z.uuid()),
  /**
   * Since when a newer version answers in its place. It stays when that version is deleted, until
   * an administrator has this one answer again.
   */
  superseded_at: z.nullable(z.string()),
});
export type KnowledgeFile = z.infer<typeof knowledgeFileSchema>;

/** A part of a document that belongs together, of about 120 to 200 words. */
const passageSchema = z.object({
  /** From 0, in reading order. */
  chunk_no: z.number(),
  /** From 1; null for kinds without pages. */
  page: z.nullable(z.number()),
  /** The heading it stands under; null before the first one. */
  heading: z.nullable(z.string()),
  body: z.string(),
});
export type Passage = z.infer<typeof passageSchema>;

/** A row of `knowledge_chunks`, with the columns that devices read. */
export const knowledgeChunkSchema = z.object({ ...passageSchema.shape, file_id: z.uuid() });
export type KnowledgeChunk = z.infer<typeof knowledgeChunkSchema>;

/** A row that `search_knowledge` returns; the best comes first. */
export const passageHitSchema = z.object({
  ...knowledgeChunkSchema.shape,
  file_name: z.string(),
  score: z.number(),
});
export type PassageHit = z.infer<typeof passageHitSchema>;

/** Whether every passage of a file has arrived: then it is searched, unless a newer version answers. */
export function isComplete(
  file: Pick<KnowledgeFile, "passage_count" | "indexed_passages">,
): boolean {
  return file.passage_count !== null && file.indexed_passages === file.passage_count;
}

/** Whether a newer version has taken a file's place. Rows of older versions of the app lack the field. */
export function isSuperseded(file: Partial<Pick<KnowledgeFile, "superseded_at">>): boolean {
  return typeof file.superseded_at === "string";
}

/** The language of a file. Rows of older versions of the app lack the field. */
export function fileLanguage(file: Partial<Pick<KnowledgeFile, "language">>): DocumentLanguage {
  return file.language ?? "english";
}

/** Whether an agent may use a file of the person's company. */
export function mayUseFile(agent: Agent, file: Pick<KnowledgeFile, "allowed_agents">): boolean {
  const { files, logged } = AGENTS[agent];
  return files === "all" || file.allowed_agents.includes(logged);
}

/** The content of a document that the knowledge base stores. */
export interface ExtractedDocument {
  kind: DocumentKind;
  /** Null for kinds without pages. */
  pageCount: number | null;
  /** The pages that are a picture without text, which agents can't read; null for kinds without pages. */
  picturePages: number[] | null;
  reading: Reading;
  language: DocumentLanguage;
  passages: Passage[];
}

/** The sentence for a search without results: how many pages could not be searched. Null if there are none. */
export function describeUnsearched(picturePages: number): string | null {
  if (picturePages === 0) return null;
  const are =
    picturePages === 1
      ? "1 page of the documents is a picture"
      : `${picturePages} pages of the documents are pictures`;
  return `${are}, and text in pictures can't be searched.`;
}

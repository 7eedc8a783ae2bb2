import type { DocumentLanguage, KnowledgeFile } from "@contracts/knowledge.ts";
import type { Mirrored } from "../lists/mirrored-table.ts";

/**
 * A file of the knowledge base. `passagesOf` is the `indexed_at` of its passages on this device;
 * null when it has none here.
 */
export type MirroredKnowledgeFile = Mirrored<KnowledgeFile & { passagesOf: string | null }>;

/**
 * The search index of a file's passages: for each term, the passages that contain it and how often.
 * Terms are sorted; `ends[i]` is where the postings of `terms[i]` end.
 */
export interface PassageIndex {
  fileId: string;
  /** The `indexed_at` of the passages that it was built from. */
  indexedAt: string;
  /** The document's. */
  language: DocumentLanguage;
  /**
   * The version of the rules that made it. Missing in an index of an earlier version of the app, which
   * may lack other fields too.
   */
  termsVersion?: number;
  terms: string[];
  ends: Uint32Array;
  /** Posting: number of the passage in this file. */
  chunks: Uint16Array;
  /** Posting: occurrences of the term in that passage, at most 255. */
  counts: Uint8Array;
  /** Terms in each passage. */
  lengths: Uint16Array;
  /** The words as they are written, for correcting misspelled ones of a question. */
  words: string[];
}

/** A file of the knowledge base that is wanted or stored on this device. */
export interface Download {
  fileId: string;
  /** `whole` once it is in the cache from which the service worker answers. */
  state: "wanted" | "whole";
  receivedBytes: number;
  sizeBytes: number;
  /** Why the server refuses it; null while it does not. */
  refusal: string | null;
}

/** A part of an incomplete download. */
export interface DownloadPart {
  fileId: string;
  seq: number;
  bytes: ArrayBuffer;
}

import type { ActivityLog, AgentLog } from "@contracts/agent-log.ts";
import type { Company } from "@contracts/company.ts";
import type { DetailedLog } from "@contracts/detailed-log.ts";
import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import type { KnowledgeChunk, KnowledgeFile } from "@contracts/knowledge.ts";
import type { Person } from "@contracts/person.ts";
import type { PromptSetting } from "@contracts/prompt-setting.ts";
import type { ConversationMessage, QuestionAgent } from "@contracts/question.ts";
import type { UsageAnalytics } from "@contracts/usage-analytics.ts";
import type { EntityTable, Table } from "dexie";
import { GuardedDatabase } from "../guarded-database.ts";
import type { Mirrored, MirroredTable } from "./lists/mirrored-table.ts";
import type { StoredItem } from "./outbox/stored-item.ts";

/** Identifies the conversation of a question. */
export interface ConversationPlace {
  agent: QuestionAgent;
  conversation: string;
}

/** A recording from the first tap to its arrival on the server. Times are epoch ms. */
export interface Recording {
  /** The id of the item it becomes. */
  id: string;
  mimeType: string;
  startedAt: number;
  /** Recorded length so far, without pauses. */
  durationMs: number;
  /** Bytes captured so far. */
  size: number;
  /** `recording` until sealed. A recording in this state that no tab is recording is unfinished. */
  state: "recording" | "sealed";
  /** The conversation that a spoken question belongs to; a voice note has none. */
  question?: ConversationPlace;
}

/** Chunks are ArrayBuffers: Safari has lost Blobs kept in IndexedDB. */
export interface RecordingChunk {
  recordingId: string;
  seq: number;
  bytes: ArrayBuffer;
}

/**
 * The audio of an arrived item, kept for playback. Its chunks stay in `recordingChunks`, with the
 * same id. Times are epoch ms.
 */
export interface KeptAudio {
  /** The id of the item and of its history row. */
  id: string;
  mimeType: string;
  durationMs: number;
  /** Bytes; 0 once it was sent again. */
  size: number;
  capturedAt: number;
  /** By the server's or the device's clock, whichever is later. */
  arrivedAt: number;
  /** No speech was recognised: the content exists only here, and only its person may delete it. */
  empty: boolean;
  /**
   * 1: its chunks were joined to one, or need not be. A number, because IndexedDB cannot index
   * booleans.
   */
  packed: 0 | 1;
  /**
   * The id of the item with which it was sent again, and which owns the chunks since; null
   * otherwise.
   */
  sentAgainAs: string | null;
}

/** How long the audio of arrived items is kept on this device, as its person chose. */
export interface AudioKeeping {
  name: "audio";
  days: number;
  /** When old audio was last looked for (epoch ms); null: never. */
  lookedAt: number | null;
}

/** A mirrored row of `agent_logs`. */
export type MirroredAgentLog = Mirrored<AgentLog>;

/** The full reply of an item that arrived, for the page that waits for it. */
export interface Result {
  id: string;
  reply: unknown;
  receivedAt: number;
}

/**
 * A photo in the form in which it is sent; kept after its arrival for the history. `capturedAt` is
 * epoch ms.
 */
export interface Photo {
  /** The id of the item it becomes. */
  id: string;
  /** A JPEG. */
  bytes: ArrayBuffer;
  width: number;
  height: number;
  capturedAt: number;
}

/** A message of a conversation with Label or Ask that the server has. */
export type MirroredMessage = Mirrored<ConversationMessage & ConversationPlace>;

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
  terms: string[];
  ends: Uint32Array;
  /** Posting: number of the passage in this file. */
  chunks: Uint16Array;
  /** Posting: occurrences of the term in that passage, at most 255. */
  counts: Uint8Array;
  /** Terms in each passage. */
  lengths: Uint16Array;
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

/** Unsaved text about a request for early access. */
export interface RequestDraft {
  /** The id of the request. */
  id: string;
  /** Null: unchanged. */
  notes: string | null;
  /**
   * The server's notes when the edit began. If the server's notes differ from it, another person
   * changed them.
   */
  notesBefore: string | null;
  status: EarlyAccessRequest["status"] | null;
}

/** The unsaved edit of a prompt's text. */
export interface PromptDraft {
  company_id: string;
  prompt_key: string;
  text: string;
  /**
   * The company's own text when the edit began, null for none. If it differs now, another person
   * changed it.
   */
  before: string | null;
}

/** A new prompt of a company that was not added yet. */
export interface NewPromptDraft {
  company_id: string;
  prompt_key: string;
  prompt_value: string;
  description: string;
}

/** When a list was last replaced by the server's rows. */
export interface Scope {
  name: string;
  refreshedAt: number;
  /** When that answer was requested; missing for some lists. */
  askedAt?: number;
}

/**
 * Notes that an item was copied here from an earlier account's database, so that it is not copied
 * again.
 */
export interface TakenOver {
  id: string;
  /** The id of the earlier account. */
  from: string;
}

/**
 * The drainer of the queue. Every write of a drainer checks that its fence is still the current
 * one.
 */
export interface Drainer {
  name: "drainer";
  fence: number;
  beatAt: number;
}

/**
 * One person's mirror: the server's data as of the last refresh, and the work that waits to be
 * sent. Each person has a database of their own, so that nobody reads or sends another person's
 * work.
 *
 * New versions only add. An upgrade never touches `outbox`, `recordings`, `recordingChunks` or
 * `photos`.
 */
export class PersonDatabase extends GuardedDatabase {
  readonly personId: string;
  readonly outbox!: Table<StoredItem, string>;
  readonly recordings!: EntityTable<Recording, "id">;
  readonly recordingChunks!: Table<RecordingChunk, [string, number]>;
  readonly agentLogs!: MirroredTable<AgentLog>;
  readonly results!: EntityTable<Result, "id">;
  readonly scopes!: EntityTable<Scope, "name">;
  readonly drainer!: EntityTable<Drainer, "name">;
  readonly photos!: EntityTable<Photo, "id">;
  readonly messages!: MirroredTable<ConversationMessage & ConversationPlace>;
  readonly companies!: MirroredTable<Company>;
  readonly knowledgeFiles!: MirroredTable<KnowledgeFile & { passagesOf: string | null }>;
  readonly passages!: Table<KnowledgeChunk, [string, number]>;
  readonly passageIndexes!: EntityTable<PassageIndex, "fileId">;
  readonly downloads!: EntityTable<Download, "fileId">;
  readonly downloadParts!: Table<DownloadPart, [string, number]>;
  readonly people!: MirroredTable<Person>;
  readonly promptSettings!: MirroredTable<PromptSetting>;
  /** Early-access requests. The name of the store is fixed, because devices already have it. */
  readonly submissions!: MirroredTable<EarlyAccessRequest>;
  readonly submissionDrafts!: EntityTable<RequestDraft, "id">;
  readonly promptDrafts!: Table<PromptDraft, [string, string]>;
  readonly newPromptDrafts!: EntityTable<NewPromptDraft, "company_id">;
  readonly activityLogs!: MirroredTable<ActivityLog>;
  readonly detailedLogs!: MirroredTable<DetailedLog>;
  readonly usageAnalytics!: MirroredTable<UsageAnalytics & { id: string }>;
  readonly keptAudio!: EntityTable<KeptAudio, "id">;
  readonly audioKeeping!: EntityTable<AudioKeeping, "name">;
  readonly takenOver!: EntityTable<TakenOver, "id">;

  /** @param personId the signed-in person's user id */
  constructor(personId: string) {
    // Strict durability: a power cut after "Saved on this device" must not lose the note.
    super(`field-agents-${personId}`, { chromeTransactionDurability: "strict" });
    this.personId = personId;
    // The database is being deleted: without this, the next use would create it again.
    this.on("versionchange", ({ newVersion }) => {
      if (newVersion !== null) return true;
      this.close();
      return false;
    });
    this.version(1).stores({
      // `due` is null, and so not indexed, for items that may not be sent automatically. Waiting
      // items sort by time; new ones (due 0) sort small before large, then oldest first.
      outbox: "id, state, [lane+id], [due+size+id]",
      recordings: "id, state",
      recordingChunks: "[recordingId+seq]",
      agentLogs: "id, created_at, [agent_type+created_at]",
      results: "id, receivedAt",
      scopes: "name",
      drainer: "name",
    });
    this.version(2).stores({
      photos: "id, capturedAt",
      messages: "id, [agent+conversation+created_at]",
      companies: "id, name",
      knowledgeFiles: "id",
      passages: "[file_id+chunk_no]",
      passageIndexes: "fileId",
      downloads: "fileId, state",
      downloadParts: "[fileId+seq]",
    });
    this.version(3)
      .stores({
        people: "id, company_id",
        promptSettings: "id, company_id",
        submissions: "id, created_at",
        submissionDrafts: "id",
        activityLogs: "id, [company_id+created_at]",
        detailedLogs: "id, created_at",
        usageAnalytics: "id, usage_date",
      })
      // Rows now contain the time when they were mirrored; the next refresh loads them again.
      .upgrade((transaction) => transaction.table("companies").clear());
    this.version(4).stores({
      promptDrafts: "[company_id+prompt_key], company_id",
      newPromptDrafts: "company_id",
    });
    this.version(5).stores({
      keptAudio: "id, arrivedAt, packed, sentAgainAs",
      audioKeeping: "name",
    });
    this.version(6).stores({ takenOver: "id, from" });
  }
}
